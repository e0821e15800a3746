/** A project as its PROJECT file describes it: kubebuilder's format, version 3. What is made of it is a function of it. */
export interface ProjectConfig {
  /** The DNS domain under which its groups stand, as `example.com`. */
  readonly domain: string;
  readonly projectName: string;
  /** Several API groups: then folders of sources and controllers are named by group, too. */
  readonly multigroup: boolean;
  /** The manager watches its own namespace only, and its permissions are a Role there. */
  readonly namespaced: boolean;
  /** The release of this command that made the project. */
  readonly cliVersion: string;
  readonly layout: readonly string[];
  /** In the order in which they were created. */
  readonly resources: readonly ProjectResource[];
  readonly plugins: ProjectPlugin;
}

/** What kubebuilder's format leaves to plugins: ours stands under the layout's key. */
export interface ProjectPlugin {
  readonly license: 'apache2' | 'copyright' | 'none';
  /** Who holds the copyright. */
  readonly owner?: string;
  /** Who issues the certificates of webhooks: cert-manager, as in kubebuilder's projects, or the operator itself. */
  readonly certificates: 'cert-manager' | 'operator';
}

/** A kind in one version, and what the project has for it. */
export interface ProjectResource {
  /** Without the domain, as `crew`; empty for the domain itself, `core` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural of the kind in lower case, as in paths. */
  readonly plural: string;
  /** Empty for a group that stands alone, as `apps`. */
  readonly domain: string;
  /** Set when the project defines the kind. */
  readonly api?: { readonly namespaced: boolean };
  /** The names of its controllers; the first is the kind's in lower case, unless named. */
  readonly controllers: readonly string[];
  readonly webhooks?: ResourceWebhooks;
  /** A kind of Kubernetes itself. */
  readonly core: boolean;
  /** A kind that another project defines: where its types are imported from. */
  readonly external?: { readonly path: string; readonly module?: string };
}

export interface ResourceWebhooks {
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  /** Versions that are converted to this one. */
  readonly spoke: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** A file as templates make it, before anything is written. */
export interface ScaffoldFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly content: string;
  readonly executable?: boolean;
  /**
   * What becomes of a file that is there: `keep` when it is the user's from then on, `ask` when the command was called to
   * make it (`--force` overwrites), `replace` when nobody but this command writes it.
   */
  readonly ifExists: 'keep' | 'ask' | 'replace';
  /**
   * What the same template made before. A file that is there and was changed since gets the difference, and is asked about
   * only where a user's change is in the way.
   */
  readonly base?: string;
}

/** Lines for a file that is there, before one of its `+kubebuilder:scaffold:` markers; nothing when they are there already. */
export interface ScaffoldInsertion {
  readonly path: string;
  /** The marker's name, as `crdkustomizeresource`. */
  readonly marker: string;
  /** Without indentation: each line is indented as the marker is. */
  readonly lines: string;
}

/** What a command adds to a project beside its configuration. */
export interface ScaffoldParts {
  readonly files: readonly ScaffoldFile[];
  readonly insertions: readonly ScaffoldInsertion[];
}

/** Lines that a template left commented out, each behind one `#`, and that a command switches on. */
export interface ScaffoldSection {
  readonly path: string;
  /** As they read when they are on. */
  readonly lines: string;
}

/** A file that a project needs no more. */
export interface ScaffoldRemoval {
  readonly path: string;
  /** Its text as long as it may go: what a user has changed since stays. */
  readonly base: string;
}

/** All that a command does to the files of a project: files first, then insertions, sections, removals. */
export interface ScaffoldPlan extends ScaffoldParts {
  readonly sections: readonly ScaffoldSection[];
  readonly removals: readonly ScaffoldRemoval[];
}
