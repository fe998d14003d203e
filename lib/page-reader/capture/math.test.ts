// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { mathMarkdown } from './math.ts';

function convertToTex(mathml: string): string {
  document.body.innerHTML = mathml;
  const math = document.querySelector('math');
  return math ? mathMarkdown(math) : '';
}

test('writes fractions, roots, powers and indices', () => {
  const root = '<msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mi>c</mi></msqrt>';
  expect(convertToTex(`<math><mi>x</mi><mo>=</mo><mfrac>${root}<mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>`)).toBe(
    '$x = \\frac{\\sqrt{b^2 − c}}{2 a}$',
  );
  expect(convertToTex('<math display="block"><msubsup><mi>a</mi><mi>i</mi><mn>10</mn></msubsup></math>')).toBe(
    '$$a_i^{10}$$',
  );
});

test('does not read invisible annotations', () => {
  expect(convertToTex('<math><semantics><mi>x</mi><annotation>UNSEEN</annotation></semantics></math>')).toBe('$x$');
});
