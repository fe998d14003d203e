/**
 * Maximum number of times a page's selectors may be compared with an element or its ancestors, which takes about half a
 * second. Other limits are lengths in characters.
 */
const LIMITS = { comparisons: 40_000_000, css: 400_000, selector: 200, value: 200, declarations: 60 };

/** Properties that determine what is visible and how, and whose cost does not grow with the content of the element. */
const PROPERTIES = new Set([
  'display',
  'visibility',
  'opacity',
  'position',
  'float',
  'content-visibility',
  'clip',
  'clip-path',
  'transform',
  'top',
  'left',
  'right',
  'bottom',
  'width',
  'height',
  'max-width',
  'max-height',
  'text-indent',
  'direction',
  'overflow',
  'overflow-x',
  'overflow-y',
  'font-size',
  'font-weight',
  'font-style',
  'font-family',
  'color',
  'background-color',
  'text-decoration-line',
  'vertical-align',
  'white-space',
  'white-space-collapse',
  'content',
  'list-style-type',
  'counter-reset',
  'counter-increment',
  'counter-set',
  'text-transform',
  'flex-direction',
  'margin-left',
  'margin-right',
  'padding-left',
  'padding-right',
  'z-index',
  '-webkit-text-fill-color',
  'order',
  'fill',
  'fill-opacity',
  'stroke',
  'color-scheme',
  'translate',
  'scale',
  'backface-visibility',
  'text-wrap-mode',
]);

/** The total cost that the rules of a page may have. */
export class StyleBudget {
  #comparisons = LIMITS.comparisons;
  #css = LIMITS.css;
  readonly #page: { elements: number; depth: number };

  constructor(page: { elements: number; depth: number }) {
    this.#page = page;
  }

  /** Whether the budget has room for a style sheet. */
  takesSheet(css: string): boolean {
    this.#css -= css.length;
    return this.#css >= 0;
  }

  /**
   * Whether the budget has room for a rule. Each element is compared with the rule, and each ancestor with its parts
   * before the last one.
   */
  takesRule(selector: string): boolean {
    const { elements, depth } = this.#page;
    for (const part of selector.split(',')) {
      const isCompound = /\S[\s>+]+\S/.test(part.trim());
      this.#comparisons -= elements * (isCompound ? Math.max(1, depth) : 1);
    }
    return this.#comparisons >= 0;
  }
}

/**
 * The rules of a style sheet that are cheap to apply: plain selectors of at most two parts, and the properties that
 * determine what is visible. Omits rules for which `budget` has no room.
 */
export function boundStyles(css: string, parseSheet: (css: string) => CSSStyleSheet, budget: StyleBudget): string {
  if (!budget.takesSheet(css)) return '';
  return serializeRules(parseSheet(css).cssRules, budget);
}

function serializeRules(rules: CSSRuleList, budget: StyleBudget, depth = 0): string {
  return [...rules].map((rule) => textOfRule(rule, budget, depth)).join('');
}

/** The text of a rule with only the parts that are kept, or '' if there are none. */
function textOfRule(rule: CSSRule, budget: StyleBudget, depth: number): string {
  if ('selectorText' in rule) {
    const { selectorText, style } = rule as CSSStyleRule;
    const declarations = isPlainSelector(selectorText) ? plainDeclarations(style) : '';
    return declarations !== '' && budget.takesRule(selectorText) ? `${selectorText}{${declarations}}\n` : '';
  }
  if (!('cssRules' in rule) || depth > 3) return '';
  const inner = () => serializeRules((rule as CSSGroupingRule).cssRules, budget, depth + 1);
  const { cssText } = rule;
  const condition = /^@(?:media|supports)[^{]{1,200}(?=\{)/.exec(cssText)?.[0];
  if (condition !== undefined) return `${condition}{${inner()}}\n`;
  return /^@layer\b/.test(cssText) ? inner() : '';
}

/**
 * Whether matching a selector takes one comparison, or one with each ancestor. Such a selector has no function, which
 * could examine other elements, except `:not` with a plain argument. It has no combinator for distant siblings, and at
 * most one combinator.
 */
function isPlainSelector(selector: string): boolean {
  if (selector.length > LIMITS.selector || /[~&]/.test(selector.replace(/\[[^\]]*\]/g, ''))) return false;
  const plain = selector.replace(/\[[^\]]*\]/g, '[]').replace(/:not\([\w.#[\]-]*\)/g, '');
  if (/\(/.test(plain)) return false;
  return plain.split(',').every((part) => (part.trim().match(/\s*[>+]\s*|\s+/g) ?? []).length <= 1);
}

/** The declarations of allowed properties. Drops values with a function that can be long. */
export function plainDeclarations(style: CSSStyleDeclaration): string {
  const declarations: string[] = [];
  for (let index = 0; index < Math.min(style.length, LIMITS.declarations); index += 1) {
    const name = style.item(index);
    const value = style.getPropertyValue(name);
    if (!PROPERTIES.has(name) || value === '' || value.length > LIMITS.value || /url\(|var\(|env\(/i.test(value))
      continue;
    const important = style.getPropertyPriority(name) === 'important' ? '!important' : '';
    declarations.push(`${name}:${value}${important}`);
  }
  return declarations.join(';');
}
