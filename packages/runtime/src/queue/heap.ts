/** An element that knows where it stands in its heap, so that it can be moved or removed in O(log n). */
export interface HeapNode {
  /** Position in the heap, -1 when it is in none. The heap keeps it. */
  index: number;
}

/** A binary min-heap of nodes. */
export class Heap<N extends HeapNode> {
  readonly #nodes: N[] = [];
  readonly #before: (a: N, b: N) => boolean;

  constructor(before: (a: N, b: N) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#nodes.length;
  }

  peek(): N | undefined {
    return this.#nodes[0];
  }

  push(node: N): void {
    node.index = this.#nodes.length;
    this.#nodes.push(node);
    this.#up(node);
  }

  pop(): N | undefined {
    const first = this.#nodes[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(node: N): void {
    const at = node.index;
    const last = this.#nodes.pop() as N;
    node.index = -1;
    if (last === node) return;
    this.#place(last, at);
    this.update(last);
  }

  /** Restores the order after the rank of `node` has changed. */
  update(node: N): void {
    this.#up(node);
    this.#down(node);
  }

  clear(): void {
    for (const node of this.#nodes) node.index = -1;
    this.#nodes.length = 0;
  }

  #place(node: N, at: number): void {
    this.#nodes[at] = node;
    node.index = at;
  }

  #up(node: N): void {
    let at = node.index;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = this.#nodes[parentAt] as N;
      if (!this.#before(node, parent)) break;
      this.#place(parent, at);
      at = parentAt;
    }
    this.#place(node, at);
  }

  #down(node: N): void {
    const size = this.#nodes.length;
    let at = node.index;
    for (;;) {
      let childAt = 2 * at + 1;
      if (childAt >= size) break;
      let child = this.#nodes[childAt] as N;
      const right = this.#nodes[childAt + 1];
      if (right !== undefined && this.#before(right, child)) {
        child = right;
        childAt += 1;
      }
      if (!this.#before(child, node)) break;
      this.#place(child, at);
      at = childAt;
    }
    this.#place(node, at);
  }
}
