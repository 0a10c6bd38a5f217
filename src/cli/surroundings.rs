//! The process's surroundings: home, directories, and the policy in force at a place.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::cli::arguments::Launch;
use crate::harness::emission::{Gated, Manner};
use crate::place::Place;
use crate::policy::load::{LoadOptions, load};
use crate::policy::{self, OnError, Policy, PolicyError};
use crate::report::sanitise;

/// What the process knows of where it runs.
#[derive(Debug, Clone)]
pub(crate) struct Surroundings {
    home: PathBuf,
    tmpdir: Option<PathBuf>,
    launch: Launch,
}

/// A policy as loaded, with the settings that faces need.
#[derive(Debug, Clone, Default)]
pub(crate) struct Loaded {
    pub(crate) policy: Policy,
    /// How a hook answers under it; whether the agent's own rules settle a call is not known yet.
    pub(crate) manner: Manner,
    /// Whether a failure of ours leaves the call alone (`on-error = "open"`).
    pub(crate) fails_open: bool,
    /// Files that could not be read, each as a sentence naming file, key and line.
    pub(crate) problems: Vec<String>,
}

impl Surroundings {
    /// Looks at the environment. Without a home directory no policy can be found, and nothing is judged.
    pub(crate) fn look(launch: &Launch) -> Result<Self, String> {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let home = home.ok_or("the home directory is not known; set `HOME` to an absolute path")?;
        let tmpdir = std::env::var_os("TMPDIR").map(PathBuf::from);
        Ok(Self { home, tmpdir, launch: launch.clone() })
    }

    /// The place of a call that is made in `cwd`.
    pub(crate) fn place(&self, cwd: Option<&Path>) -> Place {
        Place::look(cwd, &self.home, self.tmpdir.as_deref())
    }

    /// The policy in force there.
    pub(crate) fn load(&self, place: &Place) -> Loaded {
        let policy = load(place, &self.options());
        let gated = match policy.hook.gated {
            policy::Gated::Ask => Gated::Ask,
            policy::Gated::Pass => Gated::Pass,
            policy::Gated::Deny => Gated::Deny,
        };
        Loaded {
            manner: Manner { gated, ..Manner::default() },
            fails_open: policy.hook.on_error == OnError::Open,
            problems: policy.unreadable.iter().map(problem).collect(),
            policy,
        }
    }

    fn options(&self) -> LoadOptions {
        let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        LoadOptions {
            config_home: variable("XDG_CONFIG_HOME"),
            state_home: variable("XDG_STATE_HOME"),
            agent_config: variable("CLAUDE_CONFIG_DIR"),
            binary: std::env::current_exe().ok(),
            user: self.launch.policy.clone(),
            level: self.launch.level,
            exec_host: self.launch.exec_host,
            network: self.launch.network,
            ..LoadOptions::default()
        }
    }

    /// The directory where Claude Code keeps its settings and sessions.
    pub(crate) fn claude_directory(&self) -> PathBuf {
        let configured = std::env::var_os("CLAUDE_CONFIG_DIR").map(PathBuf::from);
        configured.filter(|path| path.is_absolute()).unwrap_or_else(|| self.home.join(".claude"))
    }
}

/// Places and policies by working directory, for many calls in one process.
pub(crate) struct Known {
    surroundings: Surroundings,
    by_cwd: HashMap<Option<String>, (Place, Loaded)>,
}

impl Known {
    pub(crate) fn new(surroundings: Surroundings) -> Self {
        Self { surroundings, by_cwd: HashMap::new() }
    }

    /// The place, as fresh as when first looked at so that each call has its own budget of look-ups, and its policy.
    pub(crate) fn at(&mut self, cwd: Option<&str>) -> (Place, &Loaded) {
        let key = cwd.map(str::to_owned);
        let surroundings = &self.surroundings;
        let (place, loaded) = self.by_cwd.entry(key).or_insert_with(|| {
            let place = surroundings.place(cwd.map(Path::new));
            // Loading looks at files too; the kept place has spent nothing.
            let loaded = surroundings.load(&place.clone());
            (place, loaded)
        });
        (place.clone(), loaded)
    }
}

/// One sentence, and the way forward where there is one.
fn problem(error: &PolicyError) -> String {
    let hint = error.hint.as_deref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    format!("{}{hint}", sanitise::line(&error.to_string()))
}
