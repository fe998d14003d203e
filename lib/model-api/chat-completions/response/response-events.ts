import type { ModelEvent } from '../../../contracts/index.ts';

/**
 * Gathers the events of a reply between two reads. Text that is only white space opens no bubble: it is held back until
 * words follow, and dropped before anything else (quirk: blank-content).
 */
export class ResponseEvents {
  private events: ModelEvent[] = [];
  /** Text is being shown, so that white space belongs to it. */
  private isTextOpen = false;
  private blank = '';
  /** Has anything been said that a user could see? */
  hasSpoken = false;

  text(delta: string): void {
    if (!this.isTextOpen) {
      this.blank += delta;
      if (this.blank.trim() === '') return;
      delta = this.blank;
      this.blank = '';
      this.isTextOpen = true;
      this.hasSpoken = true;
    }
    this.events.push({ type: 'text-delta', delta });
  }

  /** Anything but text from `text`. */
  add(event: ModelEvent): void {
    this.events.push(event);
    this.isTextOpen = false;
    this.blank = '';
    this.hasSpoken = true;
  }

  addAll(events: readonly ModelEvent[]): void {
    for (const event of events) this.add(event);
  }

  /** What has been gathered since the last time. */
  take(): ModelEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
