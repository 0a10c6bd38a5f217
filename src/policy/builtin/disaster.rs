//! Trees whose loss cannot be repaired, and devices behind file systems.

/// Trees that must not be removed as a whole.
pub(crate) const SYSTEM_TREES: &[&str] = &[
    "/",
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/lib32",
    "/lib64",
    "/media",
    "/mnt",
    "/opt",
    "/proc",
    "/root",
    "/run",
    "/sbin",
    "/snap",
    "/srv",
    "/sys",
    "/usr",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/local",
    "/usr/local/bin",
    "/usr/local/lib",
    "/usr/sbin",
    "/usr/share",
    "/usr/src",
    "/var",
    "/var/cache",
    "/var/lib",
    "/var/log",
    "/var/spool",
    "/applications",
    "/library",
    "/network",
    "/private",
    "/private/etc",
    "/private/var",
    "/system",
    "/users",
    "/volumes",
    "/cores",
    "/nix",
    "/nix/store",
];

/// Trees of which no part may be removed.
pub(crate) const SYSTEM_INNER: &[&str] = &[
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/lib",
    "/lib32",
    "/lib64",
    "/proc",
    "/sbin",
    "/sys",
    "/usr/bin",
    "/usr/lib",
    "/usr/lib64",
    "/usr/sbin",
    "/system",
    "/private/etc",
];

/// Parents of home directories: their direct children are somebody's home.
pub(crate) const HOMES: &[&str] = &["/home", "/users"];

/// Beginnings of the names of disks and raw memory below `/dev`.
pub(crate) const RAW_DEVICES: &[&str] = &[
    "sd", "hd", "vd", "xvd", "nvme", "disk", "rdisk", "mmcblk", "dm-", "mapper/", "md", "loop", "sr", "mem", "kmem",
    "port", "mtd", "nbd", "zd", "zvol/", "block/",
];

/// Programs that, given a socket, hand their machine to whoever listens.
pub(crate) const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "csh", "tcsh", "busybox"];

/// Programs that connect a socket to a program.
pub(crate) const SOCKET_TOOLS: &[&str] = &["nc", "ncat", "netcat", "nc.traditional", "nc.openbsd", "socat"];
