import './message.css';
import './steers.css';
import './activity-line.css';
import { type ComponentProps, Fragment, memo, useContext, useMemo } from 'react';
import type { AnswerCheck, AssistantMessage, ContextPart, Part, Step } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { hasHiddenText } from '../../lib/text/index.ts';
import { AnswerFacts } from '../markdown/facts.tsx';
import { KnownTexts } from '../markdown/link.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { Passages, quoteFinder, ShowPassage } from '../markdown/passages.tsx';
import { UncitedSources } from '../markdown/sources.ts';
import { UsedMemories } from '../memory/used-memories.tsx';
import { modelName } from '../parts/model-name.ts';
import { ContextCard } from '../tools/context-card.tsx';
import type { OnRespond } from '../tools/permission-card.tsx';
import { ToolCallCard } from '../tools/tool-call.tsx';
import { ACTIVITY_WORDS, findRunActivity } from './announcer.tsx';
import { FactList } from './fact-list.tsx';
import { PointedFactMarks } from './page-light.tsx';
import { type NextModel, RunOutcomeView } from './run-outcome.tsx';
import { ReceiptOfAnswer } from './sent-requests.tsx';
import { SourceList, useUncitedSources } from './source-list.tsx';
import { StepNotices } from './step-notices.tsx';
import { useFactTip } from './use-fact-tip.tsx';
import { groupSteps, isWork, Preamble, Reasoning, WorkGroup } from './work-group.tsx';

type Props = {
  message: AssistantMessage;
  /** The facts of the answer. Null while it is not checked. */
  check: AnswerCheck | null;
  /** Whether the title of its page is shown above it. */
  isPageNamed: boolean;
  /** Whether the parts below an answer are shown. */
  isClosed: boolean;
  /** The cost in US dollars. Null if unknown. */
  cost: number | null;
  onRespond: (toolCallId: string, ...answer: Parameters<OnRespond>) => ReturnType<OnRespond>;
  /** Answers whether a page may be sent with the question. */
  onRespondContext: (contextId: string, approved: boolean) => Promise<boolean>;
  /** Reveals the masked secrets in this run's results to the model. */
  onReveal: (runId: string) => void;
  /** Null if this answer cannot be regenerated. */
  onRetry: (() => void) | null;
  /** Lets the user choose another model for this answer. Null if it cannot be regenerated. */
  onRetryWith: ((messageId: string) => void) | null;
  /** Null if this answer cannot be continued. */
  onContinue: (() => void) | null;
  /** Offered after an answer whose model is gone. It is the same object while unchanged. */
  nextModel: NextModel | null;
};

/** A run in progress or ended: its steps and its outcome. */
export const AssistantMessageView = memo(function AssistantMessageView(props: Props) {
  const { message, check, isPageNamed, isClosed, cost, onRespond, onRespondContext, onReveal } = props;
  const { onRetry, onRetryWith, onContinue, nextModel } = props;
  const { steps, stats } = message;
  const outcome = isClosed ? message.outcome : null;
  const facts = useFactTip(check, message.messageId);
  const actions = {
    pageUrl: message.page?.url ?? null,
    isRevealed: message.isRevealed,
    onRespond,
    onReveal: () => onReveal(message.messageId),
  };
  const loadReceipt = useContext(ReceiptOfAnswer);
  const passages = usePassages(message);
  const uncited = useUncitedSources(message);
  return (
    <Passages value={passages}>
      <article
        ref={facts.ref}
        className="message assistant"
        aria-label={t('assistant')}
        aria-busy={message.outcome === null}
        {...facts.handlers}
      >
        <AnswerFacts value={check}>
          {message.contexts.map((part) => (
            <ContextCard
              key={part.contextId}
              part={part}
              file={fileSending(message, part)}
              isLatest={onRetry !== null}
              namedUrl={isPageNamed ? (message.page?.url ?? null) : null}
              isRevealed={message.isRevealed}
              onRespond={onRespondContext}
              onReveal={actions.onReveal}
            />
          ))}
          <UncitedSources value={uncited}>
            <Steps message={message} actions={actions} />
          </UncitedSources>
        </AnswerFacts>
        {facts.tip}
        {check && <PointedFactMarks answer={facts.ref} messageId={message.messageId} />}
        <Steers run={message} before={steps.length} />
        <ActivityLine message={message} />
        {outcome && check && <FactList check={check} onGoTo={facts.goTo} />}
        {outcome && <SourceList message={message} />}
        {outcome && <UsedMemories memoryIds={message.memories} />}
        {outcome && (
          <RunOutcomeView
            outcome={outcome}
            stats={stats}
            receipt={loadReceipt && (() => loadReceipt(message.messageId))}
            cost={cost}
            endpointId={message.model.endpointId}
            model={modelName(message.model)}
            onRetryWith={onRetryWith && (() => onRetryWith(message.messageId))}
            onRetry={onRetry}
            onContinue={onContinue}
            nextModel={nextModel}
          />
        )}
      </article>
    </Passages>
  );
});

/** The steps of a run, each after the steers that came before it. Finished work is collapsed. */
function Steps({ message, actions }: { message: AssistantMessage; actions: CallActions }) {
  const { steps, isRevealed } = message;
  const view = (step: Step) => (
    <StepView key={step.stepId} step={step} isLast={step === steps.at(-1)} actions={actions} />
  );
  const steersBefore = (step: Step) => (
    <Steers key={`before ${step.stepId}`} run={message} before={steps.indexOf(step)} />
  );
  return groupSteps(steps).map((group) =>
    group.type === 'step' ? (
      <Fragment key={group.step.stepId}>
        {steersBefore(group.step)}
        {view(group.step)}
      </Fragment>
    ) : (
      <Fragment key={`work ${group.steps[0]?.stepId}`}>
        {/* Not collapsed with the work. */}
        {group.steps.map(steersBefore)}
        <WorkGroup steps={group.steps} isRevealed={isRevealed}>
          {group.steps.map(view)}
        </WorkGroup>
      </Fragment>
    ),
  );
}

/** Returns how the PDF of a context was sent, if it has one. */
function fileSending({ steps }: AssistantMessage, part: ContextPart): ComponentProps<typeof ContextCard>['file'] {
  if (part.state !== 'available' || part.context.pdf === undefined) return null;
  if (steps.some(({ resets }) => resets.includes('pdf-refused'))) return 'refused';
  return steps.at(-1)?.sentPdfs === true ? 'sent' : null;
}

/** Finds quotations of an answer in what was read, and shows them on the page of the run. */
function usePassages({ messageId, tabId }: AssistantMessage): Passages | null {
  const showPassage = useContext(ShowPassage);
  const knownTexts = useContext(KnownTexts);
  return useMemo(() => {
    if (showPassage === null || tabId === null) return null;
    return { has: quoteFinder(knownTexts), show: (text) => showPassage(messageId, text) };
  }, [showPassage, knownTexts, messageId, tabId]);
}

type CallActions = Omit<ComponentProps<typeof ToolCallCard>, 'call'>;
type StepProps = { step: Step; isLast: boolean; actions: CallActions };

function StepView({ step, isLast, actions }: StepProps) {
  return (
    <div className={step.stale ? 'step stale' : 'step'} data-decision={step.decision}>
      {step.parts.map((part, index) => (
        <PartView key={partKey(part, index)} part={part} step={step} isLast={isLast} actions={actions} />
      ))}
      <StepNotices step={step} />
    </div>
  );
}

function PartView({ part, step, isLast, actions }: StepProps & { part: Part }) {
  switch (part.type) {
    case 'text':
      if (part.text.trim() === '') return null;
      return (
        <>
          {isWork(step) ? <Preamble text={part.text} isOpen={isLast} /> : <Markdown text={part.text} />}
          {step.state !== 'streaming' && hasHiddenText(part.text) && (
            <p className="mask-note" role="note">
              {t('hiddenCharactersRemoved')}
            </p>
          )}
        </>
      );
    case 'reasoning':
      return part.text.trim() === '' ? null : (
        <Reasoning text={part.text} ms={part.ms} isLive={step.state === 'streaming' && part === step.parts.at(-1)} />
      );
    case 'tool-call':
      return <ToolCallCard call={part.call} {...actions} />;
    default:
      return part satisfies never;
  }
}

function partKey(part: Part, index: number): string {
  return part.type === 'tool-call' ? part.call.toolCallId : `${part.type}-${index}`;
}

/** What the user added to a run before one of its steps. */
function Steers({ run, before }: { run: AssistantMessage; before: number }) {
  return run.steers
    .filter(({ beforeStep }) => beforeStep === before)
    .map(({ messageId, content }) => (
      <div key={messageId} className="steer" role="note" aria-label={t('youMeanwhile')} dir="auto">
        {content}
      </div>
    ));
}

/** Whether the answer is still empty, so that the activity is shown at its beginning. */
function isBeforeAnswer({ steps }: AssistantMessage): boolean {
  return steps.every(({ parts }) => parts.length === 0);
}

/** The activity of a run, below its output. `Announcer` announces it to screen readers. */
export function ActivityLine({ message }: { message: AssistantMessage }) {
  const activity = findRunActivity(message);
  // The reasoning shows its own state.
  if (activity === null || activity === 'thinking') return null;
  return (
    <p className={isBeforeAnswer(message) ? 'activity here' : 'activity'} data-activity={activity}>
      <span>
        <span className="activity-dot" aria-hidden />
        {t(ACTIVITY_WORDS[activity])}
      </span>
    </p>
  );
}
