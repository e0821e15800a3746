import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { Entity, Place, Resolver } from './resolver.js';

/** A value that stands in the source, as far as it can be known without running it. */
export type Constant =
  string | number | boolean | null | undefined | readonly Constant[] | { readonly [key: string]: Constant };

/** Why an expression has no value that can be read from the source. */
export class NotConstant extends Error {
  override readonly name = 'NotConstant';
  readonly node: TypeScript.Node;
  readonly place: Place;

  constructor(node: TypeScript.Node, place: Place, why: string) {
    super(why);
    this.node = node;
    this.place = place;
  }
}

/** Evaluates literals, constants of the project (imported ones too), object spreads, templates, enum members. */
export class ConstantReader {
  readonly #resolver: Resolver;
  readonly #reading = new Set<TypeScript.Node>();
  /** Members of the enum that is being read, which may name each other. */
  #siblings: { readonly name: string; readonly members: ReadonlyMap<string, string | number> } | undefined;

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  /** Throws `NotConstant` for what must be run to be known. */
  read(node: TypeScript.Expression, place: Place): Constant {
    if (this.#reading.has(node)) throw new NotConstant(node, place, 'it refers to itself');
    this.#reading.add(node);
    try {
      return this.#read(node, place);
    } finally {
      this.#reading.delete(node);
    }
  }

  /** The value of a constant or the member of an enum that a name stands for. */
  readEntity(entity: Entity, node: TypeScript.Node, place: Place): Constant {
    const declaration = entity.declarations.find((one) => ts.isVariableDeclaration(one));
    if (declaration !== undefined) return this.#readVariable(declaration, entity, node, place);
    const declared = entity.declarations.filter((one) => ts.isEnumDeclaration(one));
    if (declared.length > 0) return Object.fromEntries(this.enumMembers(entity));
    throw new NotConstant(node, place, `'${entity.name}' is not a constant`);
  }

  /** Names and values of an enum's members. */
  enumMembers(entity: Entity): Map<string, string | number> {
    const members = new Map<string, string | number>();
    for (const declaration of entity.declarations) {
      if (!ts.isEnumDeclaration(declaration)) continue;
      let next: number | undefined = 0;
      for (const member of declaration.members) {
        const value = this.#enumMember(member, entity, next, members);
        members.set(memberName(member), value);
        next = typeof value === 'number' ? value + 1 : undefined;
      }
    }
    return members;
  }

  #enumMember(
    member: TypeScript.EnumMember,
    place: Place,
    next: number | undefined,
    siblings: ReadonlyMap<string, string | number>,
  ): string | number {
    const { initializer } = member;
    if (initializer === undefined) {
      if (next === undefined) throw new NotConstant(member, place, `'${memberName(member)}' has no value`);
      return next;
    }
    const outer = this.#siblings;
    this.#siblings = { name: member.parent.name.text, members: siblings };
    try {
      const value = this.read(initializer, place);
      if (typeof value === 'string' || typeof value === 'number') return value;
    } finally {
      this.#siblings = outer;
    }
    throw new NotConstant(initializer, place, `'${memberName(member)}' is neither text nor a number`);
  }

  #readVariable(
    declaration: TypeScript.VariableDeclaration,
    entity: Entity,
    node: TypeScript.Node,
    place: Place,
  ): Constant {
    if (!isConst(declaration))
      throw new NotConstant(node, place, `'${entity.name}' is not declared with const`);
    if (declaration.initializer !== undefined) return this.read(declaration.initializer, entity);
    const literal = declaration.type && literalOf(declaration.type);
    if (literal === undefined)
      throw new NotConstant(node, place, `'${entity.name}' has no value in its declaration`);
    return literal.value;
  }

  #read(node: TypeScript.Expression, place: Place): Constant {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
        return true;
      case ts.SyntaxKind.FalseKeyword:
        return false;
      case ts.SyntaxKind.NullKeyword:
        return null;
      default:
    }
    const inner = withoutWrapper(node);
    if (inner !== undefined) return this.read(inner, place);
    if (ts.isIdentifier(node) && node.text === 'undefined') return undefined;
    if (ts.isIdentifier(node)) return this.#readName(node, place);
    if (ts.isPropertyAccessExpression(node)) return this.#readProperty(node, node.name.text, place);
    if (ts.isElementAccessExpression(node)) {
      const key = this.read(node.argumentExpression, place);
      return this.#readProperty(node, String(this.#text(key, node, place)), place);
    }
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(
        (span) => `${String(this.#text(this.read(span.expression, place), span, place))}${span.literal.text}`,
      );
      return node.head.text + spans.join('');
    }
    if (ts.isPrefixUnaryExpression(node)) return this.#readPrefix(node, place);
    if (ts.isBinaryExpression(node)) return this.#readBinary(node, place);
    if (ts.isArrayLiteralExpression(node)) return this.#readArray(node, place);
    if (ts.isObjectLiteralExpression(node)) return this.#readObject(node, place);
    throw new NotConstant(node, place, `'${shortText(node, place)}' must be run to be known`);
  }

  #readName(node: TypeScript.Identifier, place: Place): Constant {
    const sibling = this.#siblings?.members.get(node.text);
    if (sibling !== undefined) return sibling;
    const resolved = this.#resolver.resolve(node, place);
    if (resolved.found === 'entity') return this.readEntity(resolved, node, place);
    throw new NotConstant(
      node,
      place,
      resolved.found === 'nothing' ? resolved.why : `'${node.text}' is no constant of the project`,
    );
  }

  #readProperty(
    node: TypeScript.PropertyAccessExpression | TypeScript.ElementAccessExpression,
    key: string,
    place: Place,
  ): Constant {
    if (ts.isIdentifier(node.expression) && node.expression.text === this.#siblings?.name) {
      const sibling = this.#siblings.members.get(key);
      if (sibling !== undefined) return sibling;
    }
    const whole = ts.isPropertyAccessExpression(node) ? this.#resolver.resolve(node, place) : undefined;
    if (whole?.found === 'entity' && whole.declarations.some((one) => ts.isVariableDeclaration(one)))
      return this.readEntity(whole, node, place);
    const value = this.read(node.expression, place);
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key))
      return (value as Record<string, Constant>)[key];
    throw new NotConstant(node, place, `'${shortText(node.expression, place)}' has no '${key}'`);
  }

  #readPrefix(node: TypeScript.PrefixUnaryExpression, place: Place): Constant {
    const value = this.read(node.operand, place);
    if (typeof value === 'number') {
      if (node.operator === ts.SyntaxKind.MinusToken) return -value;
      if (node.operator === ts.SyntaxKind.PlusToken) return value;
      if (node.operator === ts.SyntaxKind.TildeToken) return ~value;
    }
    if (typeof value === 'boolean' && node.operator === ts.SyntaxKind.ExclamationToken) return !value;
    throw new NotConstant(node, place, `'${shortText(node, place)}' must be run to be known`);
  }

  #readBinary(node: TypeScript.BinaryExpression, place: Place): Constant {
    const left = this.read(node.left, place);
    const right = this.read(node.right, place);
    const operator = node.operatorToken.kind;
    if (typeof left === 'number' && typeof right === 'number') {
      const value = arithmetic(operator, left, right);
      if (value !== undefined) return value;
    } else if (operator === ts.SyntaxKind.PlusToken && isText(left) && isText(right)) {
      return `${left}${right}`;
    }
    throw new NotConstant(node, place, `'${shortText(node, place)}' must be run to be known`);
  }

  #readArray(node: TypeScript.ArrayLiteralExpression, place: Place): readonly Constant[] {
    return node.elements.flatMap((element) => {
      if (!ts.isSpreadElement(element)) return [this.read(element, place)];
      const spread = this.read(element.expression, place);
      if (Array.isArray(spread)) return spread as readonly Constant[];
      throw new NotConstant(element, place, `'${shortText(element.expression, place)}' is not an array`);
    });
  }

  #readObject(node: TypeScript.ObjectLiteralExpression, place: Place): { readonly [key: string]: Constant } {
    const entries: Record<string, Constant> = {};
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.read(property.expression, place);
        if (typeof spread === 'object' && spread !== null) Object.assign(entries, spread);
      } else if (ts.isShorthandPropertyAssignment(property)) {
        entries[property.name.text] = this.#readName(property.name, place);
      } else if (ts.isPropertyAssignment(property)) {
        entries[this.#propertyName(property.name, place)] = this.read(property.initializer, place);
      } else {
        throw new NotConstant(property, place, 'methods and accessors must be run to be known');
      }
    }
    return entries;
  }

  #propertyName(name: TypeScript.PropertyName, place: Place): string {
    if (ts.isComputedPropertyName(name))
      return String(this.#text(this.read(name.expression, place), name, place));
    return name.text;
  }

  #text(value: Constant, node: TypeScript.Node, place: Place): string | number | boolean {
    if (isText(value) || typeof value === 'boolean') return value;
    throw new NotConstant(node, place, `'${shortText(node, place)}' is not text`);
  }
}

/** The literal that a type consists of: `'a'`, `-1`, `true`. */
export function literalOf(
  type: TypeScript.TypeNode,
): { readonly value: string | number | boolean | null } | undefined {
  if (!ts.isLiteralTypeNode(type)) return undefined;
  const { literal } = type;
  if (ts.isStringLiteral(literal) || ts.isNoSubstitutionTemplateLiteral(literal))
    return { value: literal.text };
  if (ts.isNumericLiteral(literal)) return { value: Number(literal.text) };
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand))
    return { value: -Number(literal.operand.text) };
  return undefined;
}

/** What `as const`, `satisfies T`, `!`, parentheses and `Object.freeze()` stand around. */
export function withoutWrapper(node: TypeScript.Expression): TypeScript.Expression | undefined {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  )
    return node.expression;
  if (ts.isCallExpression(node) && node.expression.getText() === 'Object.freeze') return node.arguments[0];
  return undefined;
}

export function isConst(declaration: TypeScript.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** Of a node, for messages: one line of at most 60 characters. */
export function shortText(node: TypeScript.Node, place: Place): string {
  const text = node.getText(place.module.file).replace(/\s+/g, ' ').replace(/;$/, '');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function memberName(member: TypeScript.EnumMember): string {
  return ts.isComputedPropertyName(member.name) ? member.name.getText() : member.name.text;
}

function isText(value: Constant): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function arithmetic(operator: TypeScript.SyntaxKind, left: number, right: number): number | undefined {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right;
    case ts.SyntaxKind.BarToken:
      return left | right;
    case ts.SyntaxKind.AmpersandToken:
      return left & right;
    default:
      return undefined;
  }
}
