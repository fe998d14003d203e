import { FileChip, fileErrorText, SelectionChip, TabChip } from '../../components/ask/attachment-chips.tsx';
import { ContextMenu } from '../../components/ask/context-menu.tsx';
import { ContextPill } from '../../components/ask/context-pill.tsx';
import { AttachedList, Chip } from '../../components/parts/chip.tsx';
import { toolFailureText } from '../../components/parts/tool-failure-text.ts';
import type { ModelRef } from '../../lib/contracts/index.ts';
import { openSettings, settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  getResourceKey,
  type McpContentState,
  type QuestionContext,
  useFileDrop,
  useOpenTabs,
  usePageTokens,
  useSeesPictures,
  useSetting,
  useStored,
} from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

type Props = {
  storage: Pick<Stores, 'capabilities' | 'endpoints'>;
  context: QuestionContext;
  /** The model for the next question. */
  model: ModelRef | null;
  /** Whether a question is being typed. */
  isAsking: boolean;
  /** Whether the model's server processes the page. */
  isPreparing: boolean;
  /** Whether the list of tabs is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** What MCP servers offer for the question. */
  mcp: McpContentState;
  onTranslate: () => void;
};

/** The context and attachments of the next question. */
export function ContextBar({
  storage,
  context,
  model,
  isAsking,
  isPreparing,
  isOpen,
  onOpen,
  mcp,
  onTranslate,
}: Props) {
  const { beside, isWithoutPage, setWithoutPage, tab, files } = context;
  const seesPictures = useSeesPictures(storage, model);
  const isOver = useFileDrop((dropped) => void files.attach(dropped));
  const tokens = usePageTokens(tab ?? null, isAsking || isOpen);
  if (beside.tab === undefined) return null;
  return (
    <>
      <ContextPill
        page={beside.tab}
        tokens={tokens}
        isPreparing={isPreparing}
        isPinned={beside.isPinned}
        isPinnedTabClosed={beside.isPinnedTabClosed}
        isWithoutPage={isWithoutPage}
        onToggle={() => setWithoutPage(!isWithoutPage)}
        isOpen={isOpen}
        onOpen={onOpen}
      >
        <Menu
          storage={storage}
          model={model}
          context={context}
          onTranslate={onTranslate}
          onClose={() => onOpen(false)}
        />
      </ContextPill>
      <Attachments context={context} mcp={mcp} areImagesUnsupported={seesPictures === false} />
      {files.failures.map((failure) => (
        <p key={`${failure.code} ${failure.name}`} className="attach-failure" role="alert">
          {fileErrorText(failure)}
        </p>
      ))}
      {mcp.error !== null && (
        <p className="attach-failure" role="alert">
          {toolFailureText(mcp.error)}
        </p>
      )}
      {isOver && <p className="drop-here">{t('attachDropHere')}</p>}
    </>
  );
}

type AttachmentsProps = Pick<Props, 'context' | 'mcp'> & { areImagesUnsupported: boolean };

/** What the user has added to the question: selected text, tabs and files. */
function Attachments({ context, mcp, areImagesUnsupported }: AttachmentsProps) {
  const { selection, added, files } = context;
  return (
    <AttachedList label={t('attachGoesAlong')}>
      {selection.text !== '' && <SelectionChip text={selection.text} onRemove={selection.clear} />}
      {added.tabs.map((each) => (
        <TabChip key={each.tabId} tab={each} onRemove={() => added.toggle(each)} />
      ))}
      {files.files.map((file, index) => (
        <FileChip
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them may be the same
          key={index}
          file={file}
          isImageUnsupported={areImagesUnsupported}
          isChanged={mcp.changed.has(getResourceKey(file))}
          onRemove={() => void files.remove(index)}
        />
      ))}
      {files.reading.map((name) => (
        <Chip key={name} icon={null} name={name} detail={t('attachReading')} hint={name} />
      ))}
      {mcp.isLoading && mcp.asked === null && <Chip icon={null} name={t('mcpLoading')} detail="" hint="" />}
    </AttachedList>
  );
}

type MenuProps = Pick<Props, 'storage' | 'model'> & {
  context: QuestionContext;
  onTranslate: () => void;
  onClose: () => void;
};

/** Tabs are only observed while the list is open. */
function Menu({ storage, model, context, onTranslate, onClose }: MenuProps) {
  const { beside, setWithoutPage, added, pageContext, setPageContext } = context;
  const open = useOpenTabs();
  const [forAll] = useSetting(settings.pageContextMode);
  const ofModel = useStored(
    async () => (model === null ? null : storage.endpoints.modelSettings(model)),
    [storage, model],
  );
  const others = open?.tabs.filter(({ tabId }) => tabId !== beside.tab?.tabId) ?? [];
  return (
    <ContextMenu
      tab={beside.tab ?? null}
      isPinned={beside.isPinned}
      others={others}
      hidden={open?.hidden ?? 0}
      added={added.tabs}
      onPin={(tabId) => {
        beside.pin(tabId);
        setWithoutPage(false);
        onClose();
      }}
      onToggle={added.toggle}
      pageContext={pageContext}
      onPageContext={setPageContext}
      pageContextByDefault={ofModel?.pageContext ?? forAll ?? null}
      onSettings={() => void openSettings('permissions')}
      onTranslate={() => {
        onTranslate();
        onClose();
      }}
    />
  );
}
