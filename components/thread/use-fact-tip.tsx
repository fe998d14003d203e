import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { AnswerCheck } from '../../lib/contracts/index.ts';
import { ShowPassage } from '../markdown/passages.tsx';
import { FactTip } from './fact-list.tsx';
import { PageLight, placesAt } from './page-light.tsx';

/** The distance of the tip from the fact and from the edges, in CSS pixels. */
const GAP = 4;
const MARGIN = 8;

type Handlers = Record<
  'onPointerOver' | 'onPointerOut' | 'onFocus' | 'onBlur' | 'onClick' | 'onKeyDown',
  (event: SyntheticEvent) => void
>;

/**
 * The behavior of the marked facts of an answer. Pointing at one or focusing it shows where it was found and highlights
 * that on the page, a click shows it there, and arrow keys move to the others. Put `handlers` and `ref` on the element
 * around the answer.
 */
export function useFactTip(
  check: AnswerCheck | null,
  messageId: string,
): {
  ref: RefObject<HTMLElement | null>;
  handlers: Handlers;
  tip: ReactNode;
  goTo: (index: number) => void;
} {
  const ref = useRef<HTMLElement>(null);
  const [mark, setMark] = useState<HTMLElement | null>(null);
  const showPassage = useContext(ShowPassage);
  const lightUp = useContext(PageLight);
  const show = (event: SyntheticEvent) => {
    setMark(markAt(event));
    if (isPointing(event)) lightUp?.(placesAt(event.target, check, messageId));
  };
  const hide = () => {
    setMark(null);
    lightUp?.([]);
  };
  const goTo = (index: number) => {
    const target = ref.current?.querySelector<HTMLElement>(`[data-fact="${index}"]`);
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus();
  };
  const open = (target: HTMLElement) => {
    const place = check?.facts[Number(target.dataset.fact)]?.places.find((each) => each.place.type === 'page');
    if (place?.place.type === 'page') showPassage?.(place.place.runId, place.text);
  };
  const onKeyDown = (event: SyntheticEvent) => {
    const target = markAt(event);
    const { key } = event.nativeEvent as KeyboardEvent;
    if (target === null) return;
    if (key === 'Escape' && mark !== null) {
      event.stopPropagation();
      return hide();
    }
    if (key === 'Enter' || key === ' ') open(target);
    else if (key in STEPS) step(target, (STEPS[key] ?? 0) * (isForward(target, key) ? 1 : -1));
    else return;
    event.preventDefault();
  };
  const step = (from: HTMLElement, by: number) => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('.fact[role="button"]') ?? [])];
    all[all.indexOf(from) + by]?.focus();
  };
  const handlers: Handlers = {
    onPointerOver: show,
    onPointerOut: hide,
    onFocus: show,
    onBlur: hide,
    onClick(event) {
      const target = markAt(event);
      if (target !== null) open(target);
    },
    onKeyDown,
  };
  const fact = mark === null ? undefined : check?.facts[Number(mark.dataset.fact)];
  return {
    ref,
    handlers,
    tip: mark && fact && (
      <Tip mark={mark}>
        <FactTip fact={fact} />
      </Tip>
    ),
    goTo,
  };
}

/** A finger cannot point without pressing, and a press that moves the focus is not keyboard use. */
function isPointing({ nativeEvent, target }: SyntheticEvent): boolean {
  if ('pointerType' in nativeEvent) return nativeEvent.pointerType !== 'touch';
  return target instanceof Element && target.matches(':focus-visible');
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The left and right arrow keys follow the direction of the text. */
function isForward(mark: HTMLElement, key: string): boolean {
  return key === 'ArrowDown' || key === 'ArrowUp' || getComputedStyle(mark).direction === 'ltr';
}

function markAt({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.fact') : null;
}

/** Shown below the mark, or above it if there is no space below. */
function Tip({ mark, children }: { mark: HTMLElement; children: ReactNode }) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (element === null) return;
    const [line] = mark.getClientRects();
    const { top, bottom, left } = line ?? mark.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const isBelow = bottom + GAP + height <= innerHeight;
    element.style.top = `${isBelow ? bottom + GAP : Math.max(MARGIN, top - GAP - height)}px`;
    element.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  }, [mark]);
  return (
    <div ref={tip} className="fact-tip" aria-hidden>
      {children}
    </div>
  );
}
