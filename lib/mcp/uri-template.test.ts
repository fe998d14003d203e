import { expect, test } from 'vitest';
import { expandTemplate, templateVariables } from './prompts-and-resources.ts';

// Values and expansions of RFC 6570, 3.2.
const VALUES = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  empty: '',
  x: '1024',
  y: '768',
  base: 'http://a.test/',
};

test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['{#path,x}/here', '#/foo/bar,1024/here'],
  ['{base}index', 'http%3A%2F%2Fa.test%2Findex'],
  ['{+base}index', 'http://a.test/index'],
  ['map?{x,y}', 'map?1024,768'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y,undef}', '?x=1024&y=768'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{var:3}', 'val'],
  ['{undef}', ''],
  ['demo://resource/{var*}', 'demo://resource/value'],
  ['no{thing', 'no{thing'],
])('%s becomes %s', (template, uri) => {
  expect(expandTemplate(template, VALUES)).toBe(uri);
});

test('names each variable once, and uses no values from Object.prototype', () => {
  expect(templateVariables('demo://{kind}/{id}{?q,kind}')).toEqual(['kind', 'id', 'q']);
  expect(expandTemplate('{constructor}', {})).toBe('');
});
