import type {
  LanguageModelFactory,
  LanguageModelPrompt,
  LanguageModelSession,
} from '../../contracts/models-in-browser.ts';

/** A request to the model: the initial prompts and the question. */
export type Prompted = { initial: LanguageModelPrompt[]; last: string };

type Options = {
  availability?: string;
  /** The answer in pieces. An error among them is thrown. */
  answer: (asked: Prompted) => (string | Error)[];
  /** The error with which `create` rejects. */
  refusal?: Error;
  contextWindow?: number;
};

/** An object with the shape of the browser's `LanguageModel`, for tests. */
export function standInModel({ availability = 'available', answer, refusal, contextWindow = 9_216 }: Options) {
  const asked: Prompted[] = [];
  let open = 0;
  const model: LanguageModelFactory = {
    availability: async () => availability,
    async create({ initialPrompts = [], signal, monitor }) {
      signal?.throwIfAborted();
      const target = new EventTarget();
      monitor?.(target);
      for (const loaded of [0, 0.5, 1]) target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
      if (refusal) throw refusal;
      open++;
      const session: LanguageModelSession = {
        contextWindow,
        contextUsage: 1_234,
        promptStreaming(last) {
          const prompted = { initial: initialPrompts, last };
          asked.push(prompted);
          return streamPieces(answer(prompted));
        },
        destroy: () => void open--,
      };
      return session;
    },
  };
  return { model, asked, openSessions: () => open };
}

function streamPieces(pieces: (string | Error)[]): ReadableStream<string> {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(piece);
    },
  });
}
