import type { ProjectConfig } from '../../model.js';
import { copyrightLine } from '../sources/license-header.js';
import { APACHE_LICENSE } from './apache-license.js';

/** The file LICENSE; undefined for projects without one. */
export function licenseFile(config: ProjectConfig, year: number): string | undefined {
  switch (config.plugins.license) {
    case 'apache2':
      return APACHE_LICENSE;
    case 'copyright':
      return `${copyrightLine(config, year)}\n\nAll rights reserved.\n`;
    case 'none':
      return undefined;
  }
}
