use super::*;
use crate::effect::Action;
use crate::tools::reading::Objective;
use crate::value::Value;

/// What a reading says beside printing and the project's modules, one word for each finding; `run` for inline code.
fn shown(text: &str) -> String {
    let reading = read(text, Span::default());
    assert!(reading.gaps.is_empty() && reading.inner.is_empty(), "{text}");
    let mut shown: Vec<String> = Vec::new();
    for effect in &reading.effects {
        shown.push(match (&effect.action, &effect.object) {
            (Action::Print, _) | (Action::Run(Origin::Project), _) => continue,
            (Action::Run(Origin::Inline), _) => "run".to_owned(),
            (action, Objective::Path(Value::Known(path))) => format!("{action:?}:{path}").to_lowercase(),
            (action, Objective::Path(Value::Unknown(_))) => format!("{action:?}:?").to_lowercase(),
            other => format!("{other:?}"),
        });
    }
    if shown.is_empty() { "print".to_owned() } else { shown.join(" ") }
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(shown(text), *expected, "{text}");
    }
}

#[test]
fn names_reach_only_what_is_listed() {
    check(&[
        ("print(1)", "print"),
        ("print(sum(x*x for x in range(10)))", "print"),
        ("exec('print(1)')", "run"),
        ("eval('1')", "run"),
        ("x = eval", "run"),
        ("print(exec)", "run"),
        ("print('exec')", "print"),
        ("# exec\nprint(1)", "print"),
        ("__import__('os').system('id')", "run"),
        ("__builtins__.exec('1')", "run"),
        ("globals()['x']", "run"),
        ("vars()", "run"),
        ("getattr(1, 'real')", "run"),
        ("print((1).real)", "print"),
        ("setattr(x, 'a', 1)", "run"),
        ("input()", "run"),
        ("breakpoint()", "run"),
        ("help('x')", "run"),
        ("unheard('x')", "run"),
        ("def unheard(x):\n    return x\nunheard('x')", "print"),
        ("def f():\n    eval = 1\neval('1')", "run"),
        ("lambda: open", "run"),
        ("def f(o=open):\n    o('x', 'w')", "run"),
        ("list(map(open, ['x']))", "run"),
        ("[open for open in [1]]", "run"),
        ("print(*map(str, [1]))", "print"),
        ("list(map(print, [1]))", "print"),
        ("print = 3", "run"),
        ("if __name__ == '__main__':\n    print(1)", "print"),
        ("__name__ = 'os'", "run"),
        ("get_ipython().system('id')", "run"),
        ("async def f(): pass", "run"),
        ("match (x):\n    case (object(tb_frame=f)): pass", "run"),
        ("x = 1\nx.y(tb_frame=1)", "run"),
    ]);
}

#[test]
fn attributes_do_not_lead_to_code() {
    check(&[
        ("print(().__class__.__name__)", "print"),
        ("().__class__", "run"),
        ("().__class__.__bases__[0].__subclasses__()", "run"),
        ("print.__self__", "run"),
        ("''.join.__self__", "run"),
        ("print(''.join(['a']))", "print"),
        ("g = (i for i in [1])\nprint(g.gi_frame.f_back)", "run"),
        ("g = (i for i in [1])\nprint(next(g))", "print"),
        ("try:\n    1/0\nexcept Exception as e:\n    print(e.args)", "print"),
        ("try:\n    1/0\nexcept Exception as e:\n    e.__traceback__.tb_frame", "run"),
        ("class C:\n    def __exit__(self, a, b, t):\n        t.tb_frame", "run"),
        ("class C:\n    def __exit__(self, a, b, t):\n        print(t)", "print"),
        ("f = lambda: 0\nf.__globals__", "run"),
        ("f = lambda: 0\nf.func_globals", "run"),
        ("print(int.mro())", "run"),
        ("print('{}'.format(1))", "print"),
        ("print('{0.__class__}'.format(1))", "run"),
        ("s = '{0' '.x}'\nprint(s.format(1))", "run"),
        ("print('{0' '.x}'.format(1))", "run"),
        ("print(f'{{0' '.x}'.format(1))", "run"),
        ("print(str.format('{0.x}', 1))", "run"),
        ("print('%s' % 1)", "print"),
        ("print(type(1))", "print"),
        ("print(type(1).__name__)", "print"),
        ("t = type(1)", "run"),
        ("type('X', (), {})", "run"),
        ("type(open(0).buffer.raw)('x', 'w')", "run"),
        ("print(type(1) is int, type(1) == int)", "print"),
        ("print(3 == type(1) is int)", "run"),
        ("x = 1\nprint(type(1) == x)", "run"),
        ("print(f'{type(1)}')", "print"),
        ("class C(Exception):\n    def __init__(self, x):\n        super().__init__(x)", "print"),
        ("open(0).buffer.raw.__init__('x', 'w')", "run"),
        ("class C:\n    def __reduce__(self): return (1,)", "run"),
        ("class C(metaclass=print): pass", "run"),
        ("class C(int): pass", "print"),
    ]);
}

#[test]
fn modules_stand_only_before_what_is_listed() {
    check(&[
        ("import json, sys\nprint(json.load(sys.stdin)['a'])", "print"),
        ("import sys\nsys.modules['os'].system('id')", "run"),
        ("import json\njson.codecs.open('x')", "run"),
        ("import json\njson.loads('1')", "print"),
        ("import json\nj = json\nj.codecs", "run"),
        ("import json as j\nprint(j.dumps([1]))", "print"),
        ("import json as j\nj.codecs", "run"),
        ("import json as j\nprint(json.dumps([1]))", "run"),
        ("import re\nre.sre_compile.sys", "run"),
        ("import re\nprint(re.sub('a', 'b', 'a'))", "print"),
        ("from re import sub as s\nprint(s('a', 'b', 'a'))", "print"),
        ("from re import sys", "run"),
        ("from json import *", "run"),
        ("from . import json", "run"),
        ("import os", "run"),
        ("import os\nos.system('id')", "run"),
        ("import os\nprint(os.path.join('a', 'b'))", "print"),
        ("import os\nos.path.os.system('id')", "run"),
        ("import os.path as p\nprint(p.basename('a/b'))", "print"),
        ("from os import path\nprint(path.exists('x'))", "print"),
        ("from os import system as print\nprint('id')", "run"),
        ("from json import loads as open\nopen('x')", "run"),
        ("import subprocess", "run"),
        ("import numpy", "run"),
        ("import json.tool", "run"),
        ("import os.evil", "run"),
        ("if 1: import subprocess", "run"),
        ("if 1: import json", "print"),
        ("import \\\n  subprocess", "run"),
        ("from datetime import (\n  datetime,\n  timedelta as t,\n)\nprint(datetime.now() - t(1))", "print"),
        ("import json\njson.loads = print", "run"),
        ("import json\n(json.loads, a) = (print, 1)", "run"),
        ("import json\nfor json.loads in [1]: pass", "run"),
        ("import json\nf = json.loads\nprint(f('1'))", "print"),
        ("import math\nx = {math.pi: 1}", "print"),
        ("import json, re as json", "run"),
        ("import operator\noperator.attrgetter('__class__')(1)", "run"),
        ("import functools\nfunctools.wraps(print, ['__self__'])", "run"),
        ("import functools\nfunctools.reduce(max, [1])", "print"),
        ("from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 0\nprint(P(1))", "print"),
        ("from dataclasses import dataclass\nd = dataclass", "run"),
        ("from dataclasses import dataclass\n@dataclass\n@print\nclass P: pass", "run"),
        ("import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass P:\n    x: int", "print"),
        (
            "from dataclasses import dataclass, field\nf = field()\n@dataclass\nclass A:\n    x: int = f\n\
             f.name = 'x=exec(1)'\n@dataclass\nclass B(A): pass",
            "run",
        ),
        ("from contextlib import suppress\nclass C(suppress):\n    _exceptions = 1", "run"),
        ("from contextlib import suppress\n_exceptions = 1", "print"),
        ("from pathlib import Path\nPath('a').parser.os.system('id')", "run"),
        ("from pathlib import Path\nprint(Path('a').suffix)", "print"),
        ("import uuid\nprint(uuid.uuid1())", "run"),
        ("import uuid\nprint(uuid.uuid4())", "print"),
        ("import urllib.parse\nprint(urllib.parse.quote('a b'))", "print"),
        ("import urllib.request", "run"),
        ("m = 'o' + 's'\nimport importlib\nimportlib.import_module(m)", "run"),
    ]);
}

#[test]
fn opened_files_are_effects() {
    check(&[
        ("print(open('a.txt').read())", "read:a.txt"),
        ("open('a.txt', 'rb')", "read:a.txt"),
        ("open('a.txt', mode='r', encoding='utf-8')", "read:a.txt"),
        ("open('-')", "read:./-"),
        ("open('a.txt', 'w').write('x')", "write:a.txt"),
        ("open('a.txt', 'x')", "write:a.txt"),
        ("open('a.txt', 'a')", "append:a.txt"),
        ("open('a.txt', 'r+')", "read:a.txt write:a.txt"),
        ("open('a.txt', 'a+')", "read:a.txt append:a.txt"),
        ("m = 'w'\nopen('a.txt', m)", "run"),
        ("open('a.txt', 'r' 'w')", "run"),
        ("open('a.txt', *['w'])", "run"),
        ("open('a.txt', **{'mode': 'w'})", "run"),
        ("open('a.txt', opener=print)", "run"),
        ("open('a.txt', 'r', 1, None, None, None, True, print)", "run"),
        ("open(file='a.txt')", "run"),
        ("import sys\nopen(sys.argv[1])", "read:?"),
        ("open('a' 'b')", "read:?"),
        ("open('a' + 'b', 'w')", "write:?"),
        ("open(f'a')", "read:?"),
        ("open(r'a\\b')", "read:a\\b"),
        ("open('\\x61')", "read:?"),
        ("print(open(0).read())", "print"),
        ("with open('a') as f, open('b', 'w') as g:\n    g.write(f.read())", "read:a write:b"),
        ("from pathlib import Path\nprint(Path('a').read_text())", "read:a"),
        ("from pathlib import Path\nprint(Path('a').exists())", "print"),
        ("import pathlib\np = pathlib.Path('a')\np.write_text(p.read_text().replace('x', 'y'))", "read:a write:a"),
        ("from pathlib import Path\np = Path('a') / 'b'\nprint(p.read_text())", "read:?"),
        ("from pathlib import Path\nPath('a').parent.write_text('x')", "write:?"),
        ("from pathlib import Path\nPath('a').unlink()", "run"),
        ("from pathlib import Path\nPath('a').replace('b')", "run"),
        ("from pathlib import Path\nPath('a').open('w')", "run"),
        ("from pathlib import Path\nP = Path", "run"),
        ("import pathlib\npathlib.os.system('id')", "run"),
    ]);
}

#[test]
fn text_is_cut_as_python_cuts_it() {
    check(&[
        ("print('''a'''); exec('1')", "run"),
        ("print('''a; exec('1')''')", "print"),
        ("print('a\\'; exec(1)')", "print"),
        ("print(r'a\\'); exec(1) #')", "print"),
        ("print('a\\\\'); exec(1) #')", "run"),
        ("print(f'{exec(1)}')", "run"),
        ("print(f'{{exec(1)}}')", "print"),
        ("print(f'{1:{exec(1)}}')", "run"),
        ("x = 1\nprint(f'{x!r:>{x}} {x=} {x!=2}')", "print"),
        ("print(f'{\"exec\"}')", "print"),
        ("print(f'{'a'}')", "run"),
        ("print(f'''{'a'}''')", "run"),
        ("print(f'\\N{DIGIT ONE}')", "run"),
        ("print('\\N{DIGIT ONE}')", "print"),
        ("print(f'{1 # x\n}')", "run"),
        ("print(rb'a', Rb'a', u'a', bR'x')", "print"),
        ("print(t'{exec(1)}')", "run"),
        ("# a\rexec(1)", "run"),
        ("print('a\rexec(1)')", "run"),
        ("# a\x0cexec(1)", "run"),
        ("print(1)\x0c", "run"),
        ("# coding: utf-7\nprint(1)", "run"),
        ("# -*- coding=utf-7 -*-", "run"),
        ("# encoded\nprint(1)", "print"),
        ("print('\u{e9}')", "print"),
        ("\u{1d5be}xec('1')", "run"),
        ("e\u{1d5d1}ec('1')", "run"),
        ("print(1)\0", "run"),
        ("print(\\\n1)", "print"),
        ("print(1) \\ x", "run"),
        ("print(1if 1else 2)", "run"),
        ("print(0x1f, 1_000, 1.5e-3, 1j, .5)", "print"),
        ("print(1.0.__class__)", "run"),
        ("print((1)", "run"),
        ("!ls", "run"),
        ("%run x", "run"),
        ("if 1:\n\tprint(1)", "print"),
        ("if (n := 3) > 2: print(n)", "print"),
    ]);
}

#[test]
fn every_program_runs_modules_of_the_project() {
    for (text, runs) in [("", false), (" \n", false), ("print(1)", true), ("import json", true)] {
        let reading = read(text, Span::default());
        let project = reading.effects.iter().any(|effect| effect.action == Action::Run(Origin::Project));
        assert_eq!(project, runs, "{text}");
        assert!(reading.effects.iter().any(|effect| effect.action == Action::Print), "{text}");
    }
}

#[test]
fn modules_beside_the_program_shadow_the_library() {
    let shadows = ["json.py", "json", "re.pyc", "JSON.py", "_json.cpython-311-x86_64-linux-gnu.so", "traceback.py"];
    let stands_beside = ["main.py", "tests", "json.md", "types.json", "src", "setup.py", "README.md"];
    assert!(shadows.iter().all(|name| shadows_library(name)));
    assert!(!stands_beside.iter().any(|name| shadows_library(name)));
}

#[test]
fn nested_and_long_programs_end_soon() {
    for piece in ["(", "[for x", "lambda ", "f(", "def f(", "for ", "print(type(", "f'{", "x=", "del ", "@dataclass\n"]
    {
        let text = piece.repeat(60_000 / piece.len());
        let start = std::time::Instant::now();
        let _read = read(&text, Span::default());
        let closed = format!("{text}{}", ")".repeat(100));
        let _read = read(&closed, Span::default());
        assert!(start.elapsed().as_secs() < 5, "{piece}");
    }
}
