import type { ProjectConfig } from '../../model.js';
import type { TemplateOptions } from '../options.js';

/** The comment that source files begin with, and an empty line after it; empty for projects without a licence. */
export function licenseHeader(config: ProjectConfig, { year }: Pick<TemplateOptions, 'year'>): string {
  const { license } = config.plugins;
  if (license === 'none') return '';
  const lines = [copyrightLine(config, year), ...(license === 'apache2' ? ['', ...APACHE_NOTICE] : [])];
  return `/*\n${lines.join('\n')}\n*/\n\n`;
}

/** `Copyright 2026 The authors.` */
export function copyrightLine({ plugins: { owner } }: ProjectConfig, year: number): string {
  return owner === undefined || owner === '' ? `Copyright ${year}.` : `Copyright ${year} ${owner}.`;
}

/** The notice of the licence's appendix. */
export const APACHE_NOTICE: readonly string[] = [
  'Licensed under the Apache License, Version 2.0 (the "License");',
  'you may not use this file except in compliance with the License.',
  'You may obtain a copy of the License at',
  '',
  '    http://www.apache.org/licenses/LICENSE-2.0',
  '',
  'Unless required by applicable law or agreed to in writing, software',
  'distributed under the License is distributed on an "AS IS" BASIS,',
  'WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.',
  'See the License for the specific language governing permissions and',
  'limitations under the License.',
];
