import { expect, test } from 'vitest';
import { ToolFailureCode } from '../../lib/contracts/tool-failure.ts';
import { testFailureText, toolFailureText } from './tool-failure-text.ts';

test.each(ToolFailureCode.options)('%s says what happened, then what to do', (code) => {
  const sentences = toolFailureText(code).split(/(?<=[.?!])\s/);
  expect(sentences.length, sentences.join('|')).toBeGreaterThanOrEqual(2);
  expect(sentences.every((each) => each.length > 8)).toBe(true);
});

test.each(
  ToolFailureCode.options.filter((code) => /^(mcp-(?!asks|cut|scope|sign|tool|key|no-permission)|search-)/.test(code)),
)('%s, found by a test in the settings, neither refers the user to the settings nor mentions a question', (code) => {
  expect(testFailureText(code, 'http://127.0.0.1:1/mcp')).not.toMatch(/in Settings|ask again|test the connection/i);
});

test('a server that does not answer a test may have been contacted over https, or with an untrusted certificate', () => {
  expect(testFailureText('mcp-unreachable', 'http://tools.test/mcp')).toContain('HTTPS-Only Mode');
  expect(testFailureText('offline', 'https://search.test:8443/')).toContain('certificate');
  expect(testFailureText('mcp-unreachable', 'http://192.168.1.5/mcp')).not.toMatch(/HTTPS-Only|certificate/);
});
