import path from 'node:path';
import ts from 'typescript';
import { ok, problem, warning } from '../check.js';
import type { Finding, LocalCheck } from '../check.js';

/** Whether the compiler is set as operators need it: the types are the schema, so they must be checked strictly. */
export const tsconfig: LocalCheck = {
  name: 'tsconfig',
  place: 'project',
  run: ({ folder }) => {
    const file = path.join(folder, 'tsconfig.json');
    if (!ts.sys.fileExists(file))
      return Promise.resolve([
        problem('there is no tsconfig.json', 'add one with "module": "nodenext" and "strict": true'),
      ]);
    const read = ts.readConfigFile(file, (name) => ts.sys.readFile(name));
    const { options, errors, fileNames } = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, folder);
    const [wrong] = [...(read.error === undefined ? [] : [read.error]), ...errors];
    if (wrong !== undefined)
      return Promise.resolve([
        problem(
          `tsconfig.json: ${ts.flattenDiagnosticMessageText(wrong.messageText, ' ')}`,
          'mend it: "npx tsc --showConfig" shows what is read',
        ),
      ]);
    const findings: Finding[] = [];
    // Without strict null checks, "string | undefined" is "string": fields lose that they are optional.
    if (!(options.strictNullChecks ?? options.strict ?? false))
      findings.push(
        problem(
          'tsconfig.json checks neither null nor undefined: optional fields look required',
          'set "strict": true',
        ),
      );
    else if (options.strict !== true)
      findings.push(warning('tsconfig.json is not strict', 'set "strict": true'));
    if (!isEcmaScript(options.module))
      findings.push(
        problem(
          'tsconfig.json makes CommonJS, and the packages are ES modules',
          'set "module": "nodenext", and "type": "module" in package.json',
        ),
      );
    return Promise.resolve(
      findings.length > 0 ? findings : [ok(`strict, ES modules, ${fileNames.length} source files`)],
    );
  },
};

function isEcmaScript(module: ts.ModuleKind | undefined): boolean {
  return module !== undefined && module >= ts.ModuleKind.ES2015 && module !== ts.ModuleKind.None;
}
