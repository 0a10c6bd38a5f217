//! Programs told by their names and words, where what they do is not known in full.

/// Programs that change who may do what with files.
pub(crate) const PERMISSION_TOOLS: &[&str] = &["chmod", "chown", "chgrp", "chcon", "setfacl", "chflags"];

/// Programs that erase disks and volumes, with the words that make them; none: always.
pub(crate) const ERASERS: &[(&str, &[&str])] = &[
    (
        "diskutil",
        &[
            "erasedisk",
            "erasevolume",
            "eraseoptical",
            "partitiondisk",
            "reformat",
            "zerodisk",
            "randomdisk",
            "secureerase",
            "deletecontainer",
            "deletevolume",
            "splitpartition",
            "mergepartitions",
        ],
    ),
    ("hdparm", &["--security-erase", "--security-erase-enhanced", "--trim-sector-ranges", "--make-bad-sector"]),
    ("nvme", &["format", "sanitize", "delete-ns"]),
    ("zpool", &["destroy", "labelclear"]),
    ("mdadm", &["--zero-superblock"]),
    ("lvremove", &[]),
    ("vgremove", &[]),
    ("pvremove", &[]),
    ("newfs", &[]),
    ("newfs_apfs", &[]),
    ("newfs_hfs", &[]),
    ("newfs_msdos", &[]),
];

/// Programs that remove installed programs, and how they are told to.
pub(crate) const REMOVERS: &[&str] = &[
    "apk", "apt", "apt-get", "asdf", "aqua", "brew", "bun", "cargo", "conda", "dnf", "dpkg", "emerge", "flatpak",
    "guix", "mise", "nix", "nix-env", "npm", "pacman", "paru", "pip", "pip3", "pipx", "pnpm", "port", "rpm", "scoop",
    "snap", "uv", "winget", "yarn", "yay", "yum", "zypper",
];

/// Words that tell them to.
pub(crate) const REMOVING: &[&str] = &[
    "uninstall",
    "remove",
    "rm",
    "erase",
    "purge",
    "autoremove",
    "unlink",
    "delete",
    "del",
    "un",
    "r",
    "-r",
    "-R",
    "-Rs",
    "-Rns",
    "-Rn",
    "-e",
    "-P",
    "--erase",
    "--remove",
    "--purge",
    "--uninstall",
    "-C",
];

/// Programs that change the files they are given, beside those whose effects say so.
pub(crate) const EDITORS: &[&str] = &[
    "patch", "ed", "ex", "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "micro", "helix", "hx", "sponge",
    "crudini", "dasel", "jo", "code", "subl",
];

/// Programs that end others by name.
pub(crate) const ENDERS: &[&str] = &["pkill", "killall", "skill"];

/// Programs that say where a program lies.
pub(crate) const FINDERS: &[&str] = &["which", "command", "type", "whereis", "where", "whence"];

/// Text that code spells where it means callgate's own files or its registration.
pub(crate) const OWN_TEXTS: &[&str] = &[
    ".claude/settings",
    ".claude/hooks",
    ".claude/plugins",
    ".claude.json",
    ".callgate.toml",
    ".config/callgate",
    ".local/state/callgate",
    ".local/share/callgate",
    "callgate/policy.toml",
    "bin/callgate",
    "/etc/callgate",
    "/etc/claude-code",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".cursor/hooks.json",
    ".factory/settings.json",
    ".qwen/settings.json",
    ".github/hooks",
];

/// Programs that carry files elsewhere or into one, whose operands are not always told apart.
pub(crate) const CARRIERS: &[&str] = &[
    "7z", "7za", "aws", "az", "bsdtar", "croc", "ftp", "gcloud", "gsutil", "gtar", "lftp", "mail", "mailx", "mc",
    "mutt", "neomutt", "rclone", "restic", "rsync", "s-nail", "s3cmd", "scp", "sftp", "swaks", "tar", "tftp",
    "wormhole", "zip",
];

/// Those of them, and others, that reach another machine.
pub(crate) const SENDERS: &[&str] = &[
    "aws", "az", "croc", "ftp", "gcloud", "gsutil", "lftp", "mail", "mailx", "mc", "msmtp", "mutt", "neomutt",
    "rclone", "restic", "s-nail", "s3cmd", "scp", "sendmail", "sftp", "swaks", "telnet", "tftp", "wormhole",
];

/// Those that read what to do from their input.
pub(crate) const TOLD_BY_INPUT: &[&str] = &["ftp", "lftp", "sftp", "tftp"];
