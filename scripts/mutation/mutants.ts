import { parseSync } from 'oxc-parser';

export interface Mutant {
  number: number;
  line: number;
  original: string;
  replacement: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const operators: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};

/**
 * The source with all its mutants in it: each stands behind a condition on `__mutant`, so that a file is compiled once and
 * a mutant is only another number. A mutant's own text has no mutants inside, so the result grows by the nesting only.
 */
export function mutate(path: string, source: string): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const { program, errors } = parseSync(path, source, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const text = ({ start, end }: Node) => source.slice(start, end);

  function add(node: Node, replacement: string): number {
    const line = source.slice(0, node.start).split('\n').length;
    mutants.push({ number: mutants.length + 1, line, original: text(node), replacement });
    return mutants.length;
  }

  function write(node: Node, parent: Node): string {
    if (node.type.startsWith('TS') && !typed.has(node.type)) return text(node);
    const replacements = fixed(node, parent) ? [] : replacementsOf(node, parent, text);
    const found = replacements.map((replacement) => ({ number: add(node, replacement), replacement }));
    let inner = '';
    let end = node.start;
    for (const child of childrenOf(node)) {
      // `{ a }` is a key and a value at one place.
      if (child.start < end) continue;
      inner += source.slice(end, child.start) + write(child, node);
      end = child.end;
    }
    inner += source.slice(end, node.end);
    if (loops.has(parent.type) && parent.body === node) inner = `{ __tick(); ${inner} }`;
    const isStatement = node.type.endsWith('Statement');
    return found.reduce(
      (rest, { number, replacement }) =>
        isStatement
          ? `{ if (__mutant === ${number}) { ${replacement} } else { ${rest} } }`
          : `(__mutant === ${number} ? (${replacement}) : (${rest}))`,
      inner,
    );
  }

  const code = write(program as unknown as Node, { type: '', start: 0, end: 0 });
  return { code: prefix + code, mutants };
}

/** Counted, not timed: a mutant that loops without end fails the same way on every machine. */
const prefix =
  'const __mutant = globalThis.__mutant ?? 0; ' +
  'function __tick() { if (++globalThis.__ticks > 5e6) throw new Error("endless loop"); } ';

/** Of TypeScript's own nodes, those that hold an expression. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const loops = new Set([
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
]);

function replacementsOf(node: Node, parent: Node, text: (node: Node) => string): string[] {
  const own = ownReplacements(node, text);
  const test = parent.test === node ? conditions[parent.type] : undefined;
  return [...own, ...(test ?? [])];
}

const conditions: Record<string, string[]> = {
  IfStatement: ['true', 'false'],
  WhileStatement: ['false'],
  ForStatement: ['false'],
};

function ownReplacements(node: Node, text: (node: Node) => string): string[] {
  const part = (name: string) => node[name] as Node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return (operators[String(node.operator)] ?? []).map(
        (other) => `(${text(part('left'))}) ${other} (${text(part('right'))})`,
      );
    case 'AssignmentExpression': {
      const other = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }[String(node.operator)];
      return other ? [`${text(part('left'))} ${other} ${text(part('right'))}`] : [];
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [text(part('argument'))] : [];
    case 'ConditionalExpression':
      return [text(part('consequent')), text(part('alternate'))];
    case 'Literal':
      if (typeof node.value === 'boolean') return [String(!node.value)];
      if (typeof node.value === 'bigint') return [`${node.value + 1n}n`];
      return typeof node.value === 'number' ? [String(node.value + 1)] : [];
    case 'CallExpression':
      return otherCall(part('callee'), text(node));
    case 'ExpressionStatement':
      return part('expression').type === 'CallExpression' ? [';'] : [];
    case 'ReturnStatement': {
      const { argument } = node as { argument?: Node | null };
      if (argument?.type === 'ArrayExpression' && text(argument) !== '[]') return ['return [];'];
      return argument && text(argument) !== 'null' ? ['return null;'] : [];
    }
    default:
      return [];
  }
}

const calls: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
};

/** The same call of the opposite method. Not within `?.`, whose end it would move. */
function otherCall(callee: Node, call: string): string[] {
  const { name = '', start = 0, end = 0 } = (callee.property ?? {}) as { name?: string } & Partial<Node>;
  const other = Object.hasOwn(calls, name) && !call.includes('?.') ? calls[name] : undefined;
  if (callee.type !== 'MemberExpression' || !other) return [];
  return [call.slice(0, start - callee.start) + other + call.slice(end - callee.start)];
}

/** What is no expression of its own: a key, the text after `import`, a directive. */
function fixed(node: Node, parent: Node): boolean {
  if (parent.type === 'Property' || parent.type === 'PropertyDefinition')
    return parent.key === node && parent.computed !== true;
  return parent.type === 'ImportDeclaration' || parent.type.startsWith('TSEnum');
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((each): each is Node => typeof (each as Node | null)?.type === 'string')
    .sort((a, b) => a.start - b.start);
}
