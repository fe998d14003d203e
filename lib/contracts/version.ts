/** Which of how many versions a message is, counted from 1, and the messages that begin the neighbouring ones. */
export type Version = { number: number; count: number; previous: string | null; next: string | null };
