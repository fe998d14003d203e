/** The operators of RFC 6570: what begins an expression, what separates its values, whether they are named, and whether reserved characters stay. */
const OPERATORS: Record<string, { first: string; separator: string; isNamed?: true; keepsReserved?: true }> = {
  '': { first: '', separator: ',' },
  '+': { first: '', separator: ',', keepsReserved: true },
  '#': { first: '#', separator: ',', keepsReserved: true },
  '.': { first: '.', separator: '.' },
  '/': { first: '/', separator: '/' },
  ';': { first: ';', separator: ';', isNamed: true },
  '?': { first: '?', separator: '&', isNamed: true },
  '&': { first: '&', separator: '&', isNamed: true },
};

const EXPRESSION = /\{([+#./;?&]?)([\w.,%:*]+)\}/g;

/** The variables of a URI template (RFC 6570), each once, in order. */
export function templateVariables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) => list.split(',').map(nameOf));
  return [...new Set(names)].filter((name) => name !== '');
}

/** The URI that a template makes of texts (RFC 6570). Variables without a value are left out. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(EXPRESSION, (_whole, operator: string, list: string) => {
    const { first, separator, isNamed, keepsReserved } = OPERATORS[operator] ?? { first: '', separator: ',' };
    const parts = list.split(',').flatMap((variable) => {
      const name = nameOf(variable);
      const length = Number(/:(\d{1,4})$/.exec(variable)?.[1] ?? Number.POSITIVE_INFINITY);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return [];
      const text = encoded([...value].slice(0, length).join(''), keepsReserved === true);
      if (!isNamed) return [text];
      return [text === '' && operator === ';' ? name : `${name}=${text}`];
    });
    return parts.length === 0 ? '' : first + parts.join(separator);
  });
}

function nameOf(variable: string): string {
  return variable.replace(/[:*].*$/, '');
}

function encoded(text: string, keepsReserved: boolean): string {
  const escaped = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (!keepsReserved) return escaped;
  return escaped.replace(/%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent);
}
