import type {
  CheckedAst,
  Compilation,
  Environment,
  EnvironmentOptions,
  ParseResult,
  Program,
  ProgramOptions,
} from './environment-types.js';
import type { ParsedAst } from './ast.js';
import { check } from './checker/checker.js';
import { Declarations } from './declarations.js';
import { createProgram } from './program.js';
import { IssueCollector } from './syntax/issues.js';
import { parse } from './syntax/parser.js';
import { VALIDATE_HOMOGENEOUS_LITERALS } from './validators.js';

/** cel-go's limits (parser/options.go). */
const RECURSION_LIMIT = 250;
const CODE_POINT_LIMIT = 100_000;

/** Makes an environment: what expressions may name, and how they are read. */
export const createEnvironment = (options: EnvironmentOptions): Environment => {
  const { libraries = [], variables = [], typeProvider, container = '' } = options;
  const declarations = new Declarations(libraries, variables, typeProvider, container);

  const validators = [
    ...(options.homogeneousAggregateLiterals === true ? [VALIDATE_HOMOGENEOUS_LITERALS] : []),
    ...libraries.flatMap((library) => library.validators ?? []),
    ...(options.validators ?? []),
  ];

  const parseText = (text: string): ParseResult =>
    parse(
      { description: '<input>', text },
      {
        macros: declarations.macros,
        optionalSyntax: options.optionalSyntax ?? false,
        escapedIdentifiers: options.escapedIdentifiers ?? false,
        recursionLimit: options.recursionLimit ?? RECURSION_LIMIT,
        codePointLimit: options.codePointLimit ?? CODE_POINT_LIMIT,
      },
    );

  const validate = (ast: CheckedAst): Compilation => {
    const issues = new IssueCollector(ast.source);
    for (const validator of validators) {
      validator(ast, (at, message) => issues.report(ast.positions.get(at.id), message));
    }
    return issues.empty ? { ast } : { issues: issues.toIssues() };
  };

  const checkAst = (parsed: ParsedAst): Compilation => {
    const checked = check(parsed, {
      declarations,
      provider: typeProvider,
      container,
      crossTypeNumericComparisons: options.crossTypeNumericComparisons ?? false,
    });
    return checked.ast === undefined ? checked : validate(checked.ast);
  };

  return {
    options,
    extend: (more) =>
      createEnvironment({
        ...options,
        ...more,
        libraries: [...libraries, ...(more.libraries ?? [])],
        variables: [...variables, ...(more.variables ?? [])],
        validators: [...(options.validators ?? []), ...(more.validators ?? [])],
      }),
    parse: parseText,
    check: checkAst,
    compile: (text) => {
      const parsed = parseText(text);
      return parsed.ast === undefined ? parsed : checkAst(parsed.ast);
    },
    program: (ast: CheckedAst | ParsedAst, programOptions: ProgramOptions = {}): Program =>
      createProgram(ast, programOptions, declarations, typeProvider),
  };
};
