import type { CommandIo } from '../../io/terminal.js';
import type { TemplateOptions } from '../templates/options.js';
import { frameworkSource } from '../templates/package/framework-source.js';

/** What the templates of this command are filled with. */
export function templateOptions(io: CommandIo): TemplateOptions {
  return { year: new Date(io.clock.now()).getUTCFullYear(), framework: frameworkSource() };
}
