type Child = Node | string | undefined | false;

interface Properties {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

/** Makes an element. All that comes from the operator goes through here as text: nothing is ever parsed as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (properties.class !== undefined) made.className = properties.class;
  if (properties.text !== undefined) made.textContent = properties.text;
  if (properties.title !== undefined) made.title = properties.title;
  for (const [name, value] of Object.entries(properties.attributes ?? {})) made.setAttribute(name, value);
  if (properties.onClick !== undefined) made.addEventListener('click', properties.onClick);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** The one element that fits; the page is broken without it. */
export function find<Kind extends Element = HTMLElement>(within: ParentNode, selector: string): Kind {
  const found = within.querySelector<Kind>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Elements for items, by key. */
export class KeyedList<Item> {
  readonly #parent: Element;
  readonly #keyOf: (item: Item) => string | number;
  readonly #create: (item: Item) => HTMLElement;
  readonly #update: (made: HTMLElement, item: Item) => void;
  #made = new Map<string | number, { element: HTMLElement; item: Item }>();

  constructor(
    parent: Element,
    parts: {
      keyOf: (item: Item) => string | number;
      create: (item: Item) => HTMLElement;
      /** Called for what is new, too. */
      update?: (made: HTMLElement, item: Item) => void;
    },
  ) {
    this.#parent = parent;
    this.#keyOf = parts.keyOf;
    this.#create = parts.create;
    this.#update = parts.update ?? (() => undefined);
  }

  /** Shows these items in this order. Elements stay what they are, with focus and whatever is open in them. */
  show(items: readonly Item[]): void {
    const next = new Map<string | number, { element: HTMLElement; item: Item }>();
    for (const item of items) {
      const key = this.#keyOf(item);
      const known = this.#made.get(key);
      const made = known?.element ?? this.#create(item);
      if (known?.item !== item) this.#update(made, item);
      next.set(key, { element: made, item });
    }
    for (const [key, { element: old }] of this.#made) if (!next.has(key)) old.remove();
    this.#made = next;
    let before: Element | null = this.#parent.firstElementChild;
    for (const { element: made } of next.values()) {
      if (made === before) before = before.nextElementSibling;
      else this.#parent.insertBefore(made, before);
    }
  }

  get(key: string | number): HTMLElement | undefined {
    return this.#made.get(key)?.element;
  }
}
