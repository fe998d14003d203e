import { expect, test } from 'vitest';
import { isClippedAway } from './clipping.ts';

const plain = {
  clip: 'auto',
  clipPath: 'none',
  filter: 'none',
  maskImage: 'none',
  maskSize: 'auto',
  fontSize: '16px',
};

function clips(style: Partial<typeof plain>, hasText = true): boolean {
  return isClippedAway({ ...plain, ...style } as CSSStyleDeclaration, true, () => hasText);
}

test('recognizes all ways to clip content', () => {
  expect(clips({ clip: 'rect(0px, 0px, 0px, 0px)' })).toBe(true);
  expect(clips({ clip: 'rect(1px, 1px, 1px, 1px)' })).toBe(true);
  expect(clips({ clipPath: 'inset(50%)' })).toBe(true);
  expect(clips({ clipPath: 'inset(100% 0px 0px)' })).toBe(true);
  expect(clips({ clipPath: 'circle(0px at 50% 50%)' })).toBe(true);
  expect(clips({ clipPath: 'polygon(0px 0px, 0px 0px, 0px 0px)' })).toBe(true);
  expect(clips({ filter: 'blur(1px) opacity(0)' })).toBe(true);
  expect(clips({ filter: 'opacity(3%)' })).toBe(true);
  expect(clips({ filter: 'blur(8px)' })).toBe(true);
  expect(clips({ clipPath: 'inset(0px 0px 9999px)' })).toBe(true);
  expect(clips({ clipPath: 'path("M 0 0")' })).toBe(true);
  expect(clips({ maskImage: 'linear-gradient(rgba(0, 0, 0, 0), rgba(0, 0, 0, 0))' })).toBe(true);
  expect(clips({ maskImage: 'linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0))', maskSize: '0px 0px' })).toBe(true);
});

test('leaves decoration alone', () => {
  expect(clips({})).toBe(false);
  expect(clips({ clipPath: 'inset(0px round 8px)' })).toBe(false);
  expect(clips({ clipPath: 'circle(50% at 50% 50%)' })).toBe(false);
  expect(clips({ clipPath: 'polygon(0% 0%, 100% 0%, 100% 100%)' })).toBe(false);
  expect(clips({ clipPath: 'inset(0px 0px 20px)' })).toBe(false);
  expect(clips({ clipPath: 'inset(0px round 9999px)' })).toBe(false);
  expect(clips({ filter: 'brightness(0) invert(1)' })).toBe(false);
  expect(clips({ clipPath: 'path("M 0 0 H 9 V 9 Z")' })).toBe(false);
  expect(clips({ filter: 'opacity(0.8)' })).toBe(false);
  expect(clips({ filter: 'blur(2px) brightness(1.2) contrast(0.9) grayscale(1)' })).toBe(false);
  expect(clips({ maskImage: 'url("mask.svg")', maskSize: '0px 0px, 20px 20px' })).toBe(false);
  expect(clips({ maskImage: 'linear-gradient(rgb(0, 0, 0), rgba(0, 0, 0, 0))' })).toBe(false);
});

test('reads a picture that is blurred until it is loaded', () => {
  expect(clips({ filter: 'blur(20px)' }, false)).toBe(false);
});
