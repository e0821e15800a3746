import type { FrameworkSource } from './package/framework-source.js';

/** What templates need besides the project's configuration. */
export interface TemplateOptions {
  /** The year of copyright headers. */
  readonly year: number;
  /** Where the project gets kubewright from. */
  readonly framework: FrameworkSource;
}
