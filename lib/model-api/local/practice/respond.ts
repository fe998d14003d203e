import { answerQuestion } from './answer-question.ts';
import type { ChatRequest } from './chat-request.ts';
import { readConversation } from './conversation.ts';
import { type PracticeReply, textSteps } from './practice-step.ts';
import { findScenario } from './scenarios.ts';
import { smallTalk } from './small-talk.ts';

/** What the practice model says to a request: the same for the same request. Text of the page never decides it. */
export function respond(request: ChatRequest): PracticeReply {
  const conversation = readConversation(request);
  const named = findScenario(conversation.question);
  if (named) return named.scenario.respond({ ...conversation, question: named.rest });
  const mayTalk = conversation.results.length === 0 && !conversation.offer.required;
  const talk = mayTalk ? smallTalk(conversation.question) : null;
  return { type: 'answer', steps: talk === null ? answerQuestion(conversation) : textSteps(talk) };
}
