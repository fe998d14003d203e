// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { Markdown } from './markdown.tsx';

// temml does not render in quirks mode, and without this it assumes that the document is in it.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
const { mathMl, renderMath } = await import('../../lib/documents/math-ml.ts');

/** A command in its own argument. */
function nested(start: string, depth: number, end = '}'): string {
  return `${start.repeat(depth)}a${end.repeat(depth)}`;
}

describe('a formula', () => {
  test('is rendered once it is complete', async () => {
    const { host, rerender } = await render(<Markdown text={'$\\frac{a}{b}'} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(host.querySelector('math')).toBeNull();
    await rerender(<Markdown text={'$\\frac{a}{b}$ so $x^2$'} />);
    await act(() => vi.waitFor(() => expect(host.querySelectorAll('math')).toHaveLength(2)));
    expect(host.querySelector('math mfrac')).not.toBeNull();
    expect(host.querySelector('code')).toBeNull();
  });

  test('within a line is drawn in its own box only', async () => {
    const { host } = await render(<Markdown text={'$x^2$'} />);
    await act(() => vi.waitFor(() => expect(host.querySelector('math')).not.toBeNull()));
    expect(host.querySelector('math')?.parentElement?.style.clipPath).toBe('inset(-0.25em)');
  });

  test('with invalid TeX stays source text', async () => {
    const { host } = await render(<Markdown text={'$\\frac{a}$ and $$'} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(host.querySelector('math')).toBeNull();
    expect(host.querySelector('code')?.textContent).toBe('$\\frac{a}$');
  });

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://evil.test/}',
    '\\includegraphics{https://evil.test/x.png}',
    '\\class{evil}{x}',
    '\\style{background:url(https://evil.test)}{x}',
    '\\data{a=b}{x}',
  ])('renders only MathML: %s', (tex) => {
    const place = document.createElement('span');
    renderMath(tex, false, place);
    expect(place.querySelector('a, img, script, [href], [src], [style*="url"], .evil')).toBeNull();
  });

  test.each([
    ['repeat a long text', `\\def\\a{${'x'.repeat(1_400)}}${'\\a'.repeat(200)}`],
    ['repeat their argument', `\\def\\a#1{${'#1'.repeat(30)}}\\a{\\a{${'x'.repeat(50)}}}`],
    ['are expanded often', `\\newcommand\\a{x}${'\\a'.repeat(60)}`],
  ])('whose macros %s stays as source', (_what, tex) => {
    const place = document.createElement('span');
    expect(renderMath(tex, true, place)).toBe(false);
    expect(mathMl(tex, true)).toBeNull();
  });

  test.each([
    ['overlaps', nested('\\llap{', 25)],
    ['overlaps of mathematics', nested('\\mathllap{', 25)],
    ['targets of a cancellation', nested('\\cancelto{0}{', 8)],
    ['arrows of a chemical reaction', nested('\\equilibriumRight{', 25)],
    ['options of such arrows', nested('\\equilibriumLeft[{', 25, '}]{a}')],
    ['overlaps behind a comment', nested('\\llap{%}\n', 25)],
    ['overlaps behind verbatim text', nested('\\llap{\\verb|}|', 25)],
    ['overlaps within a macro', `\\def\\a{${'\\llap{'.repeat(9)}\\b${'}'.repeat(9)}}\\def\\b{\\a}\\a`],
  ])('with %s in each other stays as source', (_what, tex) => {
    expect(mathMl(tex, true)).toBeNull();
  });

  test.each([
    '\\cancelto{0}{x} + \\cancelto{0}{y} + \\frac{\\cancelto{1}{a}}{b}',
    '\\ce{2H2 + O2 -> 2H2O} + \\ce{CO2 + C <=>> 2CO} + \\ce{^{227}_{90}Th+} + \\ce{A ->[\\text{heat}] B}',
    '\\mathrm{a\\mathllap{\\text{label }}b}',
  ])('may double some of its parts: %s', (tex) => {
    expect(mathMl(tex, true)).toContain('<math');
  });

  test.each([
    '\\newcommand{\\Rx}{\\mathbb{R}} f: \\Rx \\to \\Rx',
    `\\def\\arraystretch{1.5}\\begin{array}{c}${'a\\\\'.repeat(150)}\\end{array}`,
    `\\renewcommand{\\arraystretch}{1.2}\\begin{array}{c}${'a\\\\'.repeat(150)}\\end{array}`,
  ])('may define macros: %s', (tex) => {
    expect(mathMl(tex, true)).toContain('<math');
  });

  test('has no id and leads nowhere', () => {
    const place = document.createElement('span');
    expect(renderMath('\\label{root} x \\ref{root}', false, place)).toBe(true);
    expect(place.querySelector('[id], [href]')).toBeNull();
  });

  test('without an end stays as source', () => {
    const place = document.createElement('span');
    expect(renderMath('\\def\\a{\\a\\a}\\a', false, place)).toBe(false);
  });
});
