//! Reads the files of every layer. Only this file and the place touch the disk.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::capability::Request;
use super::model::{OwnPlaces, Policy};
use super::problem::PolicyError;
use super::{agent_settings, file};
use crate::authority::Level;
use crate::place::Place;
use crate::verdict::Layer;

/// What the launch and its environment say.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// `$XDG_CONFIG_HOME`
    pub config_home: Option<PathBuf>,
    /// `$XDG_STATE_HOME`
    pub state_home: Option<PathBuf>,
    /// `$CLAUDE_CONFIG_DIR`
    pub agent_config: Option<PathBuf>,
    /// The running binary.
    pub binary: Option<PathBuf>,
    /// The managed file, in place of `/etc/callgate/policy.toml`.
    pub managed: Option<PathBuf>,
    /// The user's file, in place of the one in the configuration directory.
    pub user: Option<PathBuf>,
    /// Whether settings of the agent are left out, because another agent is served.
    pub without_agent: bool,
    /// What the launch says of running project code on this host.
    pub exec_host: Request,
    /// What the launch says of the network.
    pub network: Request,
    /// A ceiling of the launch, which can only lower.
    pub level: Option<Level>,
}

/// No policy file is longer than this.
const LONGEST: u64 = 1024 * 1024;

/// Reads everything that was allowed, denied and limited for a call at this place.
#[must_use]
pub fn load(place: &Place, options: &LoadOptions) -> Policy {
    let mut policy = Policy { own: own_places(options), ..Policy::default() };
    let managed = options.managed.clone().unwrap_or_else(|| PathBuf::from("/etc/callgate/policy.toml"));
    layer(&mut policy, &managed, &Layer::Managed, place);
    layer(&mut policy, &user_file(place, options), &Layer::User, place);
    layer(&mut policy, &place.worktree.join(".callgate.toml"), &Layer::Project, place);
    if !options.without_agent {
        let agent = options.agent_config.clone().unwrap_or_else(|| place.home.join(".claude"));
        settings(&mut policy, &agent.join("settings.json"), &Layer::AgentUser);
        // A session in the home directory finds the user's file as the project's: read once, as the user's.
        let project = place.worktree.join(".claude");
        if project != agent {
            settings(&mut policy, &project.join("settings.json"), &Layer::AgentProject);
            settings(&mut policy, &project.join("settings.local.json"), &Layer::AgentProject);
        }
    }
    policy.exec_host.launch = options.exec_host;
    policy.network.launch = options.network;
    if let Some(level) = options.level {
        policy.ceiling.lower(level, Layer::Launch);
    }
    policy
}

/// The user's policy file.
#[must_use]
pub fn user_file(place: &Place, options: &LoadOptions) -> PathBuf {
    options.user.clone().unwrap_or_else(|| {
        let config = options.config_home.clone().filter(|path| path.is_absolute());
        config.unwrap_or_else(|| place.home.join(".config")).join("callgate/policy.toml")
    })
}

fn own_places(options: &LoadOptions) -> OwnPlaces {
    OwnPlaces {
        policy: options.user.as_ref().and_then(|file| std::path::absolute(file).ok()),
        config: options.config_home.as_ref().map(|path| path.join("callgate")),
        state: options.state_home.as_ref().map(|path| path.join("callgate")),
        agent: options.agent_config.clone(),
        binary: options.binary.clone(),
    }
}

fn layer(policy: &mut Policy, path: &Path, layer: &Layer, place: &Place) {
    let text = match text_of(path) {
        Ok(None) => return,
        Ok(Some(text)) => text,
        Err(message) => {
            policy.unreadable.push(PolicyError {
                file: path.to_path_buf(),
                line: 0,
                column: 0,
                key: None,
                message,
                hint: None,
            });
            return;
        }
    };
    if *layer == Layer::Managed && is_writable(path) {
        policy.notes.push(format!("{} is ignored: this session's user can write it", path.display()));
        return;
    }
    file::read(policy, path, &text, layer, place);
}

fn settings(policy: &mut Policy, path: &Path, layer: &Layer) {
    match text_of(path) {
        Ok(None) => {}
        Ok(Some(text)) => agent_settings::read(policy, path, &text, layer),
        Err(message) => policy.notes.push(format!("{}: not read: {message}", path.display())),
    }
}

/// The text of a file; nothing where there is none.
fn text_of(path: &Path) -> Result<Option<String>, String> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(error.to_string().to_lowercase()),
    };
    if !metadata.is_file() {
        return Err("it is not a file".to_owned());
    }
    if metadata.len() > LONGEST {
        return Err("it is longer than one mebibyte".to_owned());
    }
    fs::read_to_string(path).map(Some).map_err(|error| error.to_string().to_lowercase())
}

/// Whether the session's user can change the file or replace it in its directory.
fn is_writable(path: &Path) -> bool {
    let opens = fs::OpenOptions::new().append(true).open(path).is_ok();
    let open_to_others =
        |path: &Path| fs::metadata(path).map_or(true, |metadata| metadata.uid() != 0 || metadata.mode() & 0o022 != 0);
    opens || open_to_others(path) || path.parent().is_none_or(open_to_others)
}
