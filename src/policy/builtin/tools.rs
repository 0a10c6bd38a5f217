//! Agents' tools by name.

/// Tools whose text is a shell program.
pub(crate) const SHELL: &[&str] = &[
    "Bash",
    "Monitor",
    "Shell",
    "shell",
    "bash",
    "local_shell",
    "run_shell_command",
    "run_terminal_cmd",
    "run_command",
    "execute_command",
    "exec_command",
    "terminal",
    "Execute",
];

/// Tools that change files.
pub(crate) const WRITE: &[&str] = &["Edit", "Write", "MultiEdit", "NotebookEdit"];

/// Names that a rule may stand for alone; other words are command text.
pub(crate) const RULE_NAMES: &[&str] = &[
    "Agent",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Edit",
    "EnterPlanMode",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "KillBash",
    "KillShell",
    "LS",
    "LSP",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "Read",
    "Skill",
    "SlashCommand",
    "Task",
    "TaskCreate",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Write",
];
