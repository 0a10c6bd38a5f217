//! What texts are read as, to the last node.

mod shell_support;

use callgate::shell::Dialect;
use shell_support::reads;

#[test]
fn lists_and_pipelines_keep_their_operators() {
    reads(
        Dialect::Both,
        &[
            ("a b; c\nd", "[(a b); (c); (d)]"),
            ("a && b || c &", "[(a) && (b) || (c) &]"),
            ("a & b&", "[(a) &; (b) &]"),
            ("a | b |& c", "[(a) | (b) |& (c)]"),
            ("! a | b && time c", "[! (a) | (b) && time (c)]"),
            ("a; # b; c\n# d\ne", "[(a); (e)]"),
        ],
    );
}

#[test]
fn branches_keep_their_arms() {
    reads(
        Dialect::Both,
        &[
            (
                "if a; then b; elif c; then d; elif e; then f; else g; fi",
                "[(if [(a)] then [(b)] elif [(c)] then [(d)] elif [(e)] then [(f)] else [(g)])]",
            ),
            ("if a && b\nthen\nc\nfi > f 2>&1", "[(if [(a) && (b)] then [(c)] > f 2>&1)]"),
        ],
    );
}

#[test]
fn loops_keep_their_words_and_bodies() {
    reads(
        Dialect::Both,
        &[
            ("while read -r l; do echo $l; done < f", "[(while [(read -r l)] do [(echo $l)] < f)]"),
            ("until a; b; do c; d & done | e", "[(until [(a); (b)] do [(c); (d) &]) | (e)]"),
            ("for x in a \"b c\" *.rs; do d $x; done", "[(for x in [a \"b c\" <*>.rs] do [(d $x)])]"),
            ("for x\ndo a; done", "[(for x do [(a)])]"),
            ("for x; do a; done", "[(for x do [(a)])]"),
            ("for x in; do a; done", "[(for x in [] do [(a)])]"),
            ("for x in a; { b; }", "[(for x in [a] do [(b)])]"),
            ("select x in a b; do c; break; done", "[(select x in [a b] do [(c); (break)])]"),
            ("for ((i=0; i<3; i++)); do a $i; done", "[(for ((i=0; i<3; i++)) do [(a $i)])]"),
            ("for ((;;)) { a; }", "[(for ((;;)) do [(a)])]"),
        ],
    );
}

#[test]
fn case_arms_keep_their_patterns_and_ends() {
    reads(
        Dialect::Both,
        &[
            (
                "case $x in (a|b*) c; d;; \"e f\") ;& [0-9]) g ;;& *) h; esac",
                "[(case $x (a|b<*> [(c); (d)] ;;) (\"e f\" [] ;&) (<[0-9]> [(g)] ;;&) (<*> [(h)] ;;))]",
            ),
            ("case x in\n  a) b\n  ;;\n  c)\nesac", "[(case x (a [(b)] ;;) (c [] ;;))]"),
            ("case x in esac", "[(case x)]"),
        ],
    );
}

#[test]
fn groups_subshells_and_functions_nest() {
    reads(
        Dialect::Both,
        &[
            ("(a; b) | { c; d; } > f", "[(subshell [(a); (b)]) | (group [(c); (d)] > f)]"),
            ("( (a) ; ( b ))", "[(subshell [(subshell [(a)]); (subshell [(b)])])]"),
            ("f() { a; }", "[(define f (group [(a)]))]"),
            ("f ()\n( a ) > g", "[(define f (subshell [(a)] > g))]"),
            ("function f { a; }", "[(function f (group [(a)]))]"),
            ("function f() { a; }; f x", "[(function f (group [(a)])); (f x)]"),
            ("f() for x in a; do b; done", "[(define f (for x in [a] do [(b)]))]"),
            ("f() if a; then b; fi", "[(define f (if [(a)] then [(b)]))]"),
            ("f() { g() { a; }; } && h", "[(define f (group [(define g (group [(a)]))])) && (h)]"),
        ],
    );
}

#[test]
fn arithmetic_and_tests_are_expressions() {
    reads(
        Dialect::Both,
        &[
            ("((x = y + 1)) && a", "[(arithmetic x = y + 1) && (a)]"),
            (
                "[[ -f $x && ! -d y || ( a == b* && c != \"d\" ) ]]",
                "[(test (or (and (-f $x) (not (-d y))) (in (and (== a b<*>) (!= c \"d\")))))]",
            ),
            ("[[ $x =~ ^(a|b)[0-9]+$ ]]", "[(test (=~ $x ^(a|b)[0-9]+\\$))]"),
            ("[[ a < b || 1 -le $n ]] && c", "[(test (or (< a b) (-le 1 $n))) && (c)]"),
            ("[[ -n $x &&\n  -z $y ]]", "[(test (and (-n $x) (-z $y)))]"),
            ("[[ a == @(b|c) ]]", "[(test (== a @(b|c)))]"),
        ],
    );
}

#[test]
fn substitutions_hold_lists() {
    reads(
        Dialect::Both,
        &[
            ("echo $(a; b | c) \"$(d \"$(e '$(f)')\")\"", "[(echo $[(a); (b) | (c)] \"$[(d \"$[(e '$(f)')]\")]\")]"),
            ("echo `a \\`b\\` \"c\"`", "[(echo `[(a `[(b)] \"c\")])]"),
            ("diff <(a | b) >(c) --x=<(d)", "[(diff <[(a) | (b)] >[(c)] --x=<[(d)])]"),
            (
                "echo $(for x in a; do b; done) $(case x in a) b;; esac)",
                "[(echo $[(for x in [a] do [(b)])] $[(case x (a [(b)] ;;))])]",
            ),
        ],
    );
}

#[test]
fn assignments_stand_before_the_command_or_after_a_declaration() {
    reads(
        Dialect::Both,
        &[
            ("a=1 b= c=\"d e\" f", "[(a=1 b= c=\"d e\" f)]"),
            (
                "a=(b \"c d\" $(e) [3]=f *) g+=(h) i[0]=j k[$l]+=m",
                "[(a=[b \"c d\" $[(e)] [3]=f <*>] g+=[h] i[0]=j k[$l]+=m)]",
            ),
            ("export a=~/b c=(d e) -x f=$(g); local h", "[(export :a=<~>/b :c=[d e] -x :f=$[(g)]); (local h)]"),
            ("a=b=c d=e", "[(a=b=c d=e)]"),
            ("echo a=b --c=d", "[(echo a=b --c=d)]"),
        ],
    );
}

#[test]
fn every_redirect_operator_has_its_target() {
    reads(
        Dialect::Both,
        &[
            (
                "cmd < a > b >> c >| d <> e 2> f 3>&1 4<&0 5>&- <&- &> g &>> h >& i",
                "[(cmd < a > b >> c >| d <> e 2> f 3>&1 4<&0 5>&- <&- &> g &>> h >& i)]",
            ),
            ("a {fd}> b 2>&1-", "[(a {fd}> b 2>&1-)]"),
            ("< a > b c > d", "[(c < a > b > d)]"),
            ("> a", "[(> a)]"),
            ("a 1>&2 2>/dev/null <<< \"b $c\"", "[(a 1>&2 2> /dev/null <<< \"b $c\")]"),
        ],
    );
}

#[test]
fn here_documents_go_to_their_operators() {
    reads(
        Dialect::Both,
        &[
            (
                "cat <<A; b <<'B' | c <<-C\n$x `y` \\$z \"q\" 'r'\nA\n$x `y` \\$z\nB\n\td\n\tC\ne",
                "[(cat <<A{$x `[(y)] \\$z \"q\" 'r'⏎}); (b <<'B'{\\$x \\`y\\` \\\\$z⏎}) | (c <<-C{d⏎}); (e)]",
            ),
            ("cat <<\"E F\"\na\nE F", "[(cat <<'E F'{a⏎})]"),
            ("a \"$(cat <<'EOF'\nb ( ' ` \"\nEOF\n)\" c", "[(a \"$[(cat <<'EOF'{b ( ' \\` \"⏎})]\" c)]"),
            ("a <<E $(b)\n$(c <<F\nd\nF\n) e\nE\nf", "[(a $[(b)] <<E{$[(c <<F{d⏎})] e⏎}); (f)]"),
            ("while a <<E; do b; done <<F\nc\nE\nd\nF", "[(while [(a <<E{c⏎})] do [(b)] <<F{d⏎})]"),
            ("(a <<E\nb\nE\nc)", "[(subshell [(a <<E{b⏎}); (c)])]"),
            ("cat <<\\E\n$x\nE", "[(cat <<'E'{\\$x⏎})]"),
            ("cat <<E\na\\\nb\nE", "[(cat <<E{ab⏎})]"),
            ("cat <<E\nE", "[(cat <<E{})]"),
        ],
    );
}

#[test]
fn parameters_and_arithmetic_expand_in_place() {
    reads(
        Dialect::Both,
        &[
            (
                "echo $x ${x} ${x:-a} ${x-\"b c\"} ${x:=$(d)} ${x:?e} ${x:+f}",
                "[(echo $x ${x} ${x :- a} ${x - \"b c\"} ${x := $[(d)]} ${x :? e} ${x :+ f})]",
            ),
            (
                "echo ${#x} ${#} $# $? $! $$ $- $@ $* $0 $1 $12 ${12}",
                "[(echo ${length x} ${#} $# $? $! $$ $- $@ $* $0 $1 $12 ${12})]",
            ),
            (
                "echo ${x#a*} ${x##b} ${x%.c} ${x%%d} ${x/a/b} ${x//a} ${x/#a/b} ${x/%a/b} ${x^} ${x,,} ${x:1} ${x:1:2} ${a[@]} ${a[$i]} \"${a[*]}\" ${x@Q}",
                "[(echo ${x # a<*>} ${x ## b} ${x % .c} ${x %% d} ${x / a/b} ${x // a} ${x /# a/b} ${x /% a/b} ${x ^ } ${x ,, } ${x : 1} ${x : 1:2} ${a[@]} ${a[$i]} \"${a[*]}\" ${x @Q })]",
            ),
            ("echo $((1 + $x * (2 - y[0]))) $(( $(a) ))", "[(echo $((1 + $x * (2 - y[0]))) $(( $[(a)] )))]"),
        ],
    );
}

#[test]
fn quotes_braces_tildes_and_globs_are_parts() {
    reads(
        Dialect::Both,
        &[
            (
                "echo \"a\\$b\\\"c\\\\d\\`e\\n $f $(g)\" 'h\"$i' \\j $'k\\n\\'l'",
                "[(echo \"a\\$b\"c\\d\\`e\\n $f $[(g)]\" 'h\"$i' \\j $'k⏎'l')]",
            ),
            (
                "echo a{b,c{d,e}}f {1..3} {a..e..2} {} {a} \"{b,c}\" \\{d,e}",
                "[(echo a<{b,c<{d,e}>}>f <{1..3}> <{a..e..2}> {} {a} \"{b,c}\" \\{d,e})]",
            ),
            (
                "echo ~ ~/a ~b/c a~ \"~\" \\~ d=~/e ~+ {~,~/f} g{~,h}",
                "[(echo <~> <~>/a <~b>/c a~ \"~\" \\~ d=<~>/e <~+> <{<~>,<~>/f}> g<{~,h}>)]",
            ),
            ("echo * a?b [a-z]x [!a]* \\* \"*\" [", "[(echo <*> a<?>b <[a-z]>x <[!a]><*> \\* \"*\" [)]"),
        ],
    );
}

#[test]
fn reserved_words_and_comments_depend_on_their_place() {
    reads(
        Dialect::Both,
        &[
            ("ls # a", "[(ls)]"),
            ("a \\\n  b", "[(a b)]"),
            ("echo a#b '#' \\#", "[(echo a#b '#' \\#)]"),
            ("find . -name '*.rs' -exec rm {} \\; -o -print", "[(find . -name '*.rs' -exec rm {} \\; -o -print)]"),
            ("time { a; }", "[time (group [(a)])]"),
            ("! [[ a ]]", "[! (test a)]"),
            ("{ a; } 2>&1 | (b) & c", "[(group [(a)] 2>&1) | (subshell [(b)]) &; (c)]"),
            ("echo if then fi; ./if", "[(echo if then fi); (./if)]"),
            (">f if", "[(if > f)]"),
            ("echo $", "[(echo \\$)]"),
        ],
    );
}
