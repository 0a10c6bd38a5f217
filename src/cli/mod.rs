//! Arguments → library → print; one file a subcommand.
