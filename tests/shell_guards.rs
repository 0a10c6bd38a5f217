//! The places where shells, or a shell and its own manual, read a text differently: each is refused, or has one tree.

mod shell_support;

use callgate::shell::{Dialect, parse};
use shell_support::{reads, refuses};

const BOTH: Dialect = Dialect::Both;

/// bash 5.2 prints a substitution and reads it again, and loses what ends a command after a here-document.
#[test]
fn a_here_document_in_a_substitution_is_followed_by_newlines_only() {
    let why = "; or & after a here-document";
    refuses(
        BOTH,
        &[
            ("echo $(cat <<E; echo hi; echo there\nE\n)", why),
            ("echo $(cat <<E\nE\nrm a;echo -rf /)", why),
            ("echo $(cat <<E &\nE\n)", why),
            ("echo $({ cat <<E\nE\na; })", why),
            ("echo $(if cat <<E; then a; fi\nE\n)", why),
            ("echo $(echo $(cat <<E\nE\n); a)", why),
            ("cat <(cat <<E; a\nE\n)", why),
            ("echo $(case x in x) cat <<E;; esac\nE\n)", why),
            ("echo \"$(for x in a; do cat <<E\nE\ndone; b)\"", why),
        ],
    );
    reads(
        BOTH,
        &[
            ("echo $(cat <<E | a && b\nE\nc\nd)", "[(echo $[(cat <<E{}) | (a) && (b); (c); (d)])]"),
            ("echo $(a; b; cat <<E\nE\n); c", "[(echo $[(a); (b); (cat <<E{})]); (c)]"),
            ("a $(cat <<E\nE\n) $(b; c)", "[(a $[(cat <<E{})] $[(b); (c)])]"),
        ],
    );
}

#[test]
fn two_parentheses_are_arithmetic_and_nothing_else() {
    refuses(
        BOTH,
        &[
            ("((a) )", "not arithmetic"),
            ("((a); (b))", "not arithmetic"),
            ("(( a\n) )", "not arithmetic"),
            ("(((a))", "not arithmetic"),
            ("case x in x) ((a) ) ;; esac", "not arithmetic"),
            ("((a))b", "unexpected token after a compound command"),
        ],
    );
    reads(
        BOTH,
        &[
            ("( (a) )", "[(subshell [(subshell [(a)])])]"),
            ("( ( (a)))", "[(subshell [(subshell [(subshell [(a)])])])]"),
            ("(((1)))", "[(arithmetic (1))]"),
        ],
    );
}

#[test]
fn an_arithmetic_expansion_ends_in_two_parentheses() {
    refuses(
        BOTH,
        &[
            ("echo $((a) )", "not arithmetic"),
            ("echo $((a); b)", "not arithmetic"),
            ("echo $((a)", "not arithmetic"),
            ("echo \"$((a)\n)\"", "not arithmetic"),
            ("echo $((1", "unterminated"),
        ],
    );
    reads(BOTH, &[("echo $( (a) ) $(( (1) ))", "[(echo $[(subshell [(a)])] $(( (1) )))]")]);
}

#[test]
fn a_comment_starts_where_every_shell_starts_it() {
    refuses(
        BOTH,
        &[
            ("(( 1 # )) ; a\n))", "`#` in arithmetic"),
            ("echo $((x # ))\n))", "`#` in arithmetic"),
            ("[[ a # ]] ; b\n]]", ""),
            ("for ((i=0 # ;;)); do a; done", "`#` or bracket"),
            ("echo a\\\n#; b", "line continuation inside a word"),
            ("echo a\u{c}# ; b", "control or invisible"),
            ("echo a\u{b}# ; b", "control or invisible"),
            ("echo a\r# ; b", "control or invisible"),
            ("echo a\u{a0}# ; b", "control or invisible"),
        ],
    );
    reads(
        BOTH,
        &[
            ("echo a#; b", "[(echo a#); (b)]"),
            ("echo a ;#; b", "[(echo a)]"),
            ("echo $((16#ff)) ${#} ${x#a} $#", "[(echo $((16#ff)) ${#} ${x # a} $#)]"),
        ],
    );
}

#[test]
fn a_line_continuation_stands_between_words_only() {
    refuses(
        BOTH,
        &[
            ("to\\\nuch x", "line continuation inside a word"),
            ("x\\\n=1 a", "line continuation inside a word"),
            ("i\\\nf a; then b; fi", "line continuation in a reserved word"),
            ("if a; th\\\nen b; fi", "line continuation in a reserved word"),
            ("echo $\\\nx", "line continuation after $"),
            ("echo $x\\\ny", "line continuation after a name"),
            ("a >\\\n> b", "line continuation after a redirect operator"),
            ("a &\\\n& b", "expected a command"),
            ("cat <<E\\\n\nE\n", "line continuation in a here-document delimiter"),
            ("`a\\\nb`", "line continuation in backquotes"),
            ("echo ${x\\\n}", "bad substitution"),
        ],
    );
    reads(
        BOTH,
        &[
            ("a \\\n b \\\n | c", "[(a b) | (c)]"),
            ("a\\\n b", "[(a b)]"),
            ("echo \"a\\\nb\"", "[(echo \"ab\")]"),
            ("echo 'a\\\nb'", "[(echo 'a\\⏎b')]"),
            ("a && \\\n b", "[(a) && (b)]"),
        ],
    );
}

#[test]
fn ansi_c_escapes_are_the_ones_all_shells_share() {
    let why = "escape in `$'…'`";
    refuses(
        BOTH,
        &[
            ("echo $'\\cx'", why),
            ("echo $'\\x00'", why),
            ("echo $'\\0'", why),
            ("echo $'\\xff'", why),
            ("echo $'\\377'", why),
            ("echo $'\\u0000'", why),
            ("echo $'\\U0001f600'", why),
            ("echo $'\\M-a'", why),
            ("echo $'\\q'", why),
            ("echo $'a", "unterminated"),
            ("echo a\0b", "control or invisible"),
        ],
    );
    reads(
        BOTH,
        &[
            ("echo $'\\'' ; a #'", "[(echo $'''); (a)]"),
            ("$'\\x74ouch' $'\\101\\u0042'", "[($'touch' $'AB')]"),
            ("echo \"$'a'\"", "[(echo \"\\$'a'\")]"),
        ],
    );
}

#[test]
fn a_here_document_begins_and_ends_where_every_shell_says() {
    refuses(
        BOTH,
        &[
            ("cat <<$x\n$x\n", "expansion in a here-document delimiter"),
            ("cat <<`a`\n`a`\n", "expansion in a here-document delimiter"),
            ("cat <<$'E'\nE\na\n", "expansion in a here-document delimiter"),
            ("cat <<\"$x\"\n$x\n", "expansion in a here-document delimiter"),
            ("cat <<''\n\n", "empty here-document delimiter"),
            ("cat <<\nE\n", "expected a here-document delimiter"),
            ("cat <<'a\nb'\na\nb\n", "newline in a here-document delimiter"),
            ("cat <<E", "here-document without body"),
            ("cat <<E\nx", "not terminated"),
            ("cat <<E\nE x\n", "not terminated"),
            ("cat <<E\n\tE\n", "not terminated"),
            ("cat <<-E\n E\n", "not terminated"),
            ("cat <<E \"a\nb\"\nE\n", "newline inside a word after <<"),
            ("cat <<E 'a\nb'\nE\n", "newline inside a word after <<"),
            ("cat <<E $(a\nb)\nE\n", "newline in a substitution after <<"),
            ("cat <<E $((1\n))\nE\n", "newline in arithmetic after <<"),
            ("cat <<E\na\\\nE\nE\n", "continuation before here-document delimiter"),
            ("cat <<E\nE\\\n\nE\n", "continuation before here-document delimiter"),
            ("`cat <<E\nE\n`", "here-document in backquotes"),
            ("echo $(cat <<E)\nE\n", "outside its substitution"),
        ],
    );
    reads(
        BOTH,
        &[
            ("cat <<E\"F\"G\n$x\nEFG\na", "[(cat <<'EFG'{\\$x⏎}); (a)]"),
            ("cat <<A <<B - c\n1\nA\n2\nB\nd", "[(cat - c <<A{1⏎} <<B{2⏎}); (d)]"),
            ("cat <<-E\n\ta\n\t\tE\nb", "[(cat <<-E{a⏎}); (b)]"),
            (
                "git commit -m \"$(cat <<'EOF'\n( ' `\nEOF\n)\"; a",
                "[(git commit -m \"$[(cat <<'EOF'{( ' \\`⏎})]\"); (a)]",
            ),
            ("cat <<E; a\n`b` $(c)\nE", "[(cat <<E{`[(b)] $[(c)]⏎}); (a)]"),
            ("cat <<E\n'$(a)' \"$b\"\nE", "[(cat <<E{'$[(a)]' \"$b\"⏎})]"),
            ("cat <<E && a\nE\nb", "[(cat <<E{}) && (a); (b)]"),
            ("cat <<E &&\nE\na", "[(cat <<E{}) && (a)]"),
            ("cat <<E |\nE\n a; b", "[(cat <<E{}) | (a); (b)]"),
        ],
    );
}

#[test]
fn a_process_substitution_is_part_of_its_word() {
    refuses(
        BOTH,
        &[
            ("echo ${x:-<(y)}", "process substitution in `${"),
            ("echo ${x[<(y)]}", "process substitution in a subscript"),
            ("[[ a <(b) ]]", "process substitution in `[["),
            ("a 2<(b)", "digit before a process substitution"),
            ("a {x}<(b)", "`{name}` before a process substitution"),
            ("echo =(a)", "`(` inside a word"),
        ],
    );
    reads(
        BOTH,
        &[
            ("a<(x)", "[(a<[(x)])]"),
            ("a --x=<(x) b", "[(a --x=<[(x)] b)]"),
            ("a > >(b)", "[(a > >[(b)])]"),
            ("a \"<(b)\"", "[(a \"<(b)\")]"),
        ],
    );
}

#[test]
fn redirects_stand_anywhere_and_name_one_target() {
    refuses(
        BOTH,
        &[
            ("{fd}>f a", "`{name}>` before"),
            ("{fd}>f", "`{name}>` before"),
            ("a {b[0]}>f", "`{name["),
            (": {a[$(x)]}> f", "`{name["),
            ("a >& -b", "word after `>&-`"),
            ("a >&-b", "word after `>&-`"),
            ("a <&-0", "word after `>&-`"),
            ("a >&$x", "computed descriptor"),
            ("a <&f", "computed descriptor"),
            ("a >&\"f\"", "computed descriptor"),
            ("a >&1f", "computed descriptor"),
            ("a 22>f", "more than one digit"),
            ("a > 2>f", "descriptor as a redirect target"),
            ("a > {b}>f", "descriptor as a redirect target"),
            ("a >", "expected a redirect target"),
            ("a > ; b", "expected a redirect target"),
            ("a > >b", "expected a redirect target"),
        ],
    );
    reads(
        BOTH,
        &[
            (">a b <c d 2>e f", "[(b d f > a < c 2> e)]"),
            ("git push >/dev/null --force", "[(git push --force > /dev/null)]"),
            ("git &>x push --force", "[(git push --force &> x)]"),
            ("cat <<E -n\nE", "[(cat -n <<E{})]"),
            ("a 2>&1 2>&- 3<&- >&f >&2", "[(a 2>&1 2>&- 3<&- >& f >&2)]"),
            ("a 2&>f", "[(a 2 &> f)]"),
            ("a 2 >f b2>g '2'>h", "[(a 2 b2 '2' > f > g > h)]"),
        ],
    );
    reads(Dialect::Bash, &[("a 22>f", "[(a 22> f)]")]);
}

#[test]
fn brackets_after_a_name_are_a_subscript_where_a_command_may_start() {
    refuses(
        BOTH,
        &[
            ("a[ x ]=y", "blank or operator in an array subscript"),
            ("a[1 + 2]=x b", "blank or operator in an array subscript"),
            ("a[b;c]", "blank or operator in an array subscript"),
            ("a['x']=y", "quote or bracket in an array subscript"),
            ("a[b[0]]=c", "quote or bracket in an array subscript"),
            ("a[$(x)]", "expansion in brackets"),
            ("a[0]=(b)", "array assigned to an element"),
        ],
    );
    reads(
        BOTH,
        &[
            ("a[$(x)]=b c", "[(a[$[(x)]]=b c)]"),
            ("a[0]+=b", "[(a[0]+=b)]"),
            ("[a ]", "[([a ])]"),
            ("[ a ]", "[([ a ])]"),
            ("echo a[0]=b", "[(echo a<[0]>=b)]"),
        ],
    );
}

#[test]
fn backquotes_are_read_once_their_backslashes_are_off() {
    refuses(BOTH, &[("echo `a", "unterminated backquote"), ("echo `a )`", "unexpected token in backquotes")]);
    reads(
        BOTH,
        &[
            ("\"`echo \\\"a b\\\"`\"", "[(\"`[(echo \"a b\")]\")]"),
            ("`echo \\\"a`", "[(`[(echo \\\"a)])]"),
            ("echo `echo \\`a b\\``", "[(echo `[(echo `[(a b)])])]"),
            ("echo \"`a \\$b \\\\c`\"", "[(echo \"`[(a $b \\c)]\")]"),
            ("echo ${x:-`a`} ${x%%`b`}", "[(echo ${x :- `[(a)]} ${x %% `[(b)]})]"),
        ],
    );
}

#[test]
fn the_operand_of_an_expansion_ends_at_its_own_brace() {
    refuses(
        BOTH,
        &[
            ("echo \"${x:-'$(a)'}\"", "' in a quoted"),
            ("echo \"${x:-'}\"; a; echo \"'}\"", "' in a quoted"),
            ("echo \"$${x:-{unset=\"$\"}\"", "`$$` before"),
            ("echo ${x:-{a}", "`{` in `${"),
            ("echo ${x:-a\nb}", "newline in `${"),
            ("echo ${x:-a", "unterminated `${`"),
            ("echo ${", "bad substitution"),
            ("echo ${}", "bad substitution"),
            ("echo ${!x}", "indirect"),
            ("echo ${x@P}", "`${x@"),
            ("echo ${#x:-a}", "bad substitution"),
            ("echo ${##a}", "`${#` before an operator"),
        ],
    );
    reads(
        BOTH,
        &[
            ("echo ${x:-\"}\"} a", "[(echo ${x :- \"}\"} a)]"),
            ("echo ${x:-'}'} a", "[(echo ${x :- '}'} a)]"),
            ("echo ${x:-\\}} a", "[(echo ${x :- \\}} a)]"),
            ("echo ${x:-${y:-$(a \"}\")}}", "[(echo ${x :- ${y :- $[(a \"}\")]}})]"),
            ("echo \"${x:-\"a b\"}\"", "[(echo \"${x :- \"a b\"}\")]"),
        ],
    );
}

#[test]
fn case_arms_have_plain_patterns() {
    refuses(
        BOTH,
        &[
            ("case x in (esac) y;; esac", "esac as a pattern"),
            (": $(case esac in (esac) x;; esac)", "esac as a pattern"),
            ("case x in a|esac) y;; esac", "esac as a pattern"),
            ("case x in a b) c;; esac", "unexpected token in a case pattern"),
            ("case x in a||b) c;; esac", "unexpected token in a case pattern"),
            ("case x in ) a;; esac", "expected a word"),
            ("case x { a) b;; }", "expected `in`"),
            ("case x in a) b ;| c) d;; esac", "expected a command"),
        ],
    );
    reads(
        BOTH,
        &[
            ("case x in (a) b;& (c|d) e;;& f) esac", "[(case x (a [(b)] ;&) (c|d [(e)] ;;&) (f [] ;;))]"),
            ("case esac in a) b; esac", "[(case esac (a [(b)] ;;))]"),
        ],
    );
}

#[test]
fn words_with_a_meaning_have_it_where_a_command_starts() {
    refuses(
        BOTH,
        &[
            ("coproc cat", "coproc"),
            ("$(coproc d)", "coproc"),
            ("! ! a", "`!` twice"),
            ("time ! a", "`!` after time"),
            ("time -p a", "time with an option"),
            ("time time a", "`time` twice"),
            ("!", "empty pipeline"),
            ("time; a", "empty pipeline"),
            ("select 1 in a; do b; done", "plain variable name"),
            ("for a.b in c; do d; done", "plain variable name"),
            ("for (( a;b ))", ""),
            ("for ((a;b;c;d)); do e; done", "`;` in arithmetic"),
            ("function f (a)", "`(` as the body"),
            ("function f a", "function body"),
            ("f() a", "function body"),
            ("then a", "unexpected token"),
            ("a; done", "unexpected"),
            ("{ a }", "expected `}`"),
            ("if a; then fi", "empty list"),
            ("{ a; } b", "unexpected token after a compound command"),
        ],
    );
    reads(
        BOTH,
        &[
            ("!a", "[(!a)]"),
            ("! time a", "[! time (a)]"),
            ("select x in a; do b; done", "[(select x in [a] do [(b)])]"),
            ("for ((a;b;c)) { d; }", "[(for ((a;b;c)) do [(d)])]"),
            ("for x in a; { b; }", "[(for x in [a] do [(b)])]"),
            ("echo ! time coproc select function { }", "[(echo ! time coproc select function { })]"),
            ("'if' a; \\time b", "[('if' a); (\\time b)]"),
        ],
    );
}

#[test]
fn declarations_take_assignments_as_operands() {
    refuses(
        BOTH,
        &[
            ("echo a=(b)", "`(` inside a word"),
            ("d\\eclare a=(b)", "`(` inside a word"),
            ("env a=(b)", "`(` inside a word"),
            ("declare a=(b)c", "text after an array value"),
            ("declare a=(b; c)", "unexpected token in an array"),
            ("a=([b c]=d)", "array element starting with `[`"),
        ],
    );
    reads(
        BOTH,
        &[
            ("declare -a a=(b $(c))", "[(declare -a :a=[b $[(c)]])]"),
            ("export a=(1) b", "[(export :a=[1] b)]"),
            ("local a=b c+=d", "[(local :a=b :c+=d)]"),
            ("readonly a=$(b) typeset", "[(readonly :a=$[(b)] typeset)]"),
            ("typeset a=(b\n # c\n d)", "[(typeset :a=[b d])]"),
        ],
    );
}

/// Also U+0001 and U+007F, with which bash marks quoted bytes inside its own words.
#[test]
fn what_a_person_cannot_see_is_refused_wherever_it_stands() {
    for hidden in [
        "\0",
        "\u{1}",
        "\u{7}",
        "\u{8}",
        "\u{b}",
        "\u{c}",
        "\r",
        "\u{1b}",
        "\u{7f}",
        "\u{85}",
        "\u{a0}",
        "\u{ad}",
        "\u{200b}",
        "\u{200f}",
        "\u{2003}",
        "\u{2028}",
        "\u{202e}",
        "\u{2066}",
        "\u{3000}",
        "\u{feff}",
        "\u{e0041}",
    ] {
        for text in [
            format!("echo a{hidden}b"),
            format!("echo '{hidden}'"),
            format!("echo \"{hidden}\""),
            format!("cat <<'E'\n{hidden}\nE"),
            format!("a # {hidden}"),
            hidden.to_string(),
        ] {
            refuses(BOTH, &[(&text, "control or invisible character")]);
        }
    }
    reads(BOTH, &[("echo é 日本 '→'\t-", "[(echo é 日本 '→' -)]")]);
}

#[test]
fn what_zsh_reads_otherwise_is_refused() {
    refuses(
        BOTH,
        &[
            ("echo $((touch PWN ]))", "unbalanced `]`"),
            ("((touch PWN [))", "unbalanced `[`"),
            ("=touch x", "`=word`"),
            ("echo =ls", "`=word`"),
            ("{touch x }", "command word starting with `{`"),
            ("{fd}>f cmd", "`{name}>` before"),
            ("echo x >! y", "zsh: clobber"),
            ("echo x >>! y", "zsh: clobber"),
            ("echo x >&! y", ""),
            ("echo x >>| y", "expected a redirect target"),
            ("echo 22>b", "more than one digit"),
            ("echo <-> b", "numeric glob"),
            ("echo <1-2> b", "numeric glob"),
            ("echo <1-> b", "numeric glob"),
            ("echo /*(e:'a':)", "`(` inside a word"),
            ("f(){ a; }; echo /*(+f)", "`(` inside a word"),
            ("echo *(x)", "`(` inside a word"),
            ("echo ${(e)x}", "bad substitution"),
            ("echo ${(%)x}", "bad substitution"),
            ("echo ${:-a}", "bad substitution"),
            ("echo ${${x}}", "bad substitution"),
            ("echo ${=x}", "bad substitution"),
            ("echo ${^x}", "bad substitution"),
            ("echo ${~x}", "bad substitution"),
            ("echo $=x", "zsh flag"),
            ("echo $~x", "zsh flag"),
            ("echo $^x", "zsh flag"),
            ("echo $+x", "zsh flag"),
            ("echo \"$=x\"", "zsh flag"),
            ("echo =(a)", "`(` inside a word"),
            ("for x (a b) c", "expected `do`"),
            ("if [[ a ]] { b }", "unexpected token after a compound command"),
            ("repeat 1 { a; }", "unexpected"),
            ("foreach x (a b); b; end", "unexpected `(`"),
            ("f() a", "function body"),
            ("() { a; }", "empty list"),
            ("{ a; } always { b; }", "unexpected token after a compound command"),
            ("case a { b) c;; }", "expected `in`"),
            ("case x in a) b;| esac", "expected a command"),
            ("a &| b", "zsh: disown"),
            ("a &! b", "zsh: disown"),
            ("time -p a", "time with an option"),
            ("echo \"${x:-'}\"", "' in a quoted"),
            ("echo $\"a\"", "zsh keeps the $"),
            ("echo ~$x", "tilde before an expansion"),
        ],
    );
}

#[test]
fn dash_gets_no_bash_syntax() {
    for text in [
        "((touch x))",
        "(( x = 1 & touch x ))",
        "[[ a > x ]]",
        "[[ a ]]",
        "echo $'a\\'; touch x #'",
        "a &>b",
        "a &>>b",
        "a |& b",
        "a <(b)",
        "a >(b)",
        "a <<<b",
        "a=(b)",
        "a+=b",
        "a[0]=b",
        "declare a=(b)",
        "function f { a; }",
        "select x in a; do b; done",
        "echo ${x/a/b}",
        "echo ${x:1}",
        "echo ${x^}",
        "echo ${x,,}",
        "echo ${x@Q}",
        "echo ${x[0]}",
        "for ((;;)); do a; done",
        "time a",
        "case x in a) b ;& c) d;; esac",
        "case x in a) b ;;& c) d;; esac",
        "a >&b",
        "a 2>&1-",
        "for x in a; { b; }",
        "a {fd}>b",
    ] {
        refuses(Dialect::Posix, &[(text, "")]);
        assert!(parse(text, Dialect::Bash).is_ok(), "refused for bash: {text}");
    }
    refuses(Dialect::Posix, &[("[[ a || touch x ]]", "not POSIX")]);
    reads(
        Dialect::Posix,
        &[
            ("a {b,c} {1..2} d=~/e", "[(a {b,c} {1..2} d=~/e)]"),
            ("f() { a; }; x=~/b f 2>&1", "[(define f (group [(a)])); (x=<~>/b f 2>&1)]"),
            ("echo $((1 + x)) ${x#a} `b` $(c)", "[(echo $((1 + x)) ${x # a} `[(b)] $[(c)])]"),
        ],
    );
}

/// bash expands braces before it looks for tildes.
#[test]
fn a_tilde_is_not_made_by_joining_braces_with_text() {
    let why = "tilde at the edge of a brace expansion";
    refuses(
        BOTH,
        &[
            ("ls {,x}~/a", why),
            ("ls {~,x}root/a", why),
            ("ls {{~u,a},x}b", why),
            ("export a={b,c:~}/d", "tilde in a brace expansion after `=`"),
            ("echo a={~,b}", "tilde in a brace expansion after `=`"),
        ],
    );
    reads(BOTH, &[("ls {~/a,b}/c {~,b}", "[(ls <{<~>/a,b}>/c <{<~>,b}>)]"), ("ls x{~,~/a}", "[(ls x<{~,~/a}>)]")]);
}

#[test]
fn a_test_is_one_that_bash_accepts() {
    refuses(
        BOTH,
        &[
            ("[[ a\n]]", "newline after a word in `[[`"),
            ("[[ a == (b|c) ]]", "`(` in a `[[` pattern"),
            ("[[ a == x(b|c) ]]", "`(` in a `[[` pattern"),
            ("[[ a == b | c ]]", "expected `]]`"),
            ("[[ -v a[0] ]]", "computed name"),
            ("[[ a b ]]", "unknown operator"),
            ("[[ ]]", "expected an expression"),
            ("[[ a", "unknown operator"),
            ("]] a", "`]]` as a command word"),
        ],
    );
    reads(BOTH, &[("[[ -f a\n]]", "[(test (-f a))]"), ("[[ a =~ (b|c) ]]", "[(test (=~ a (b|c)))]")]);
}
