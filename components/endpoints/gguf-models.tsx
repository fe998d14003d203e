import './gguf-models.css';
import { useEffect, useRef, useState } from 'react';
import {
  type GgufDownload,
  GgufError,
  type GgufModel,
  type GgufSpeed,
  type ModelDownloadEnd,
  type ModelDownloadProgress,
} from '../../lib/contracts/index.ts';
import { formatNumber, t } from '../../lib/i18n/index.ts';
import { formatFileSize } from '../parts/amounts.ts';
import { ConfirmButton, FileButton } from '../parts/buttons.tsx';
import { ggufProblemText } from '../parts/failure-message.ts';
import { inPercents } from '../parts/percent-bar.tsx';
import { downloadResult, ModelDownload, NOTHING_YET } from './model-download.tsx';

type Props = {
  models: readonly GgufModel[];
  /** By model id, for models that have answered. */
  speeds: Readonly<Record<string, GgufSpeed>>;
  /** Whether they can use a graphics card. Null until that is known. */
  hasGpu: boolean | null;
  usesGpu: boolean;
  onUseGpu: (isOn: boolean) => void;
  /** Maximum size of a model, in bytes. */
  maxBytes: number;
  /**
   * Copies the files of a model. `onProgress` receives the share, 0 to 1. Rejects with a GgufError, or the reason of
   * `signal`.
   */
  onAdd: (files: readonly File[], onProgress: (share: number) => void, signal: AbortSignal) => Promise<GgufModel>;
  /** Models that can be downloaded. */
  downloads: readonly GgufDownload[];
  onDownload: (
    modelId: string,
    onProgress: (progress: ModelDownloadProgress) => void,
    signal: AbortSignal,
  ) => Promise<ModelDownloadEnd>;
  onChange: (model: GgufModel) => void;
  onRemove: (model: GgufModel) => void;
};

type Result = { isError: boolean; message: string; detail: string };

/** The current task: copying the files of a model, or a download. */
type Work =
  | { type: 'copy'; name: string; share: number }
  | { type: 'download'; modelId: string; progress: ModelDownloadProgress };

/** The models that run inside the extension. Copying a file or downloading stops when this is no longer shown. */
export function GgufModels(props: Props) {
  const { models, speeds, downloads, onChange, onRemove } = props;
  const { work, result, add, load, stop } = useModelTransfer(props);
  return (
    <div className="gguf-models">
      {models.length > 0 && (
        <ul aria-label={t('models')}>
          {models.map((model) => (
            <Model
              key={model.modelId}
              model={model}
              speed={speeds[model.modelId]}
              onChange={onChange}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
      {downloads.length > 0 && <Downloads downloads={downloads} work={work} onDownload={load} onStop={stop} />}
      <AddFile work={work} maxBytes={props.maxBytes} onAdd={add} onStop={stop} />
      <Device {...props} />
      {result !== null && (
        <p className={result.isError ? 'form-error' : 'hint'} role={result.isError ? 'alert' : 'status'}>
          {result.message} {result.detail}
        </p>
      )}
    </div>
  );
}

function useModelTransfer({ onAdd, onDownload }: Pick<Props, 'onAdd' | 'onDownload'>) {
  const [work, setWork] = useState<Work | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const begin = (first: Work): AbortSignal => {
    controller.current = new AbortController();
    setResult(null);
    setWork(first);
    return controller.current.signal;
  };
  const add = async (files: readonly File[]) => {
    const name = files[0]?.name ?? '';
    const signal = begin({ type: 'copy', name, share: 0 });
    try {
      const onProgress = inPercents((share) => setWork({ type: 'copy', name, share }));
      const { modelId } = await onAdd(files, onProgress, signal);
      setResult({ isError: false, message: t('ggufAdded', { name: modelId }), detail: '' });
    } catch (error) {
      if (!signal.aborted) setResult(toFailureResult(error, name));
    }
    setWork(null);
  };
  const load = async (modelId: string) => {
    const signal = begin({ type: 'download', modelId, progress: NOTHING_YET });
    const end = await onDownload(modelId, (progress) => setWork({ type: 'download', modelId, progress }), signal);
    setWork(null);
    setResult({ ...downloadResult(end, modelId), detail: '' });
  };
  return {
    work,
    result,
    add: (files: readonly File[]) => void add(files),
    load: (modelId: string) => void load(modelId),
    stop: () => controller.current?.abort(),
  };
}

type DownloadsProps = Pick<Props, 'downloads'> & {
  work: Work | null;
  onDownload: (modelId: string) => void;
  onStop: () => void;
};

function Downloads({ downloads, work, onDownload, onStop }: DownloadsProps) {
  return (
    <>
      <ul aria-label={t('ggufDownloads')}>
        {downloads.map(({ modelId, url, bytes, licence }) => {
          const download = work?.type === 'download' && work.modelId === modelId ? work : null;
          return (
            <li key={modelId}>
              <div>
                <b dir="auto">{modelId}</b>{' '}
                <span className="hint" dir="auto">
                  {[formatFileSize(bytes), licence, new URL(url).host].join(' · ')}
                </span>
                {download && <ModelDownload progress={download.progress} />}
              </div>
              {download ? (
                <button key="stop" type="button" className="button" onClick={onStop}>
                  {t('stop')}
                </button>
              ) : (
                <button
                  key="download"
                  type="button"
                  className="button"
                  aria-label={t('ggufDownload', { model: modelId })}
                  disabled={work !== null}
                  onClick={() => onDownload(modelId)}
                >
                  {t('downloadModel')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p className="hint">{t('ggufDownloadHint')}</p>
    </>
  );
}

type AddFileProps = Pick<Props, 'maxBytes'> & {
  work: Work | null;
  onAdd: (files: readonly File[]) => void;
  onStop: () => void;
};

function AddFile({ work, maxBytes, onAdd, onStop }: AddFileProps) {
  return (
    <>
      {work?.type === 'copy' ? (
        <>
          <progress aria-label={t('ggufAddLabel')} value={work.share} />
          <p className="hint">
            {t('ggufAdding', { name: work.name, share: t('percent', { number: Math.round(work.share * 100) }) })}
          </p>
          <button type="button" className="button" onClick={onStop}>
            {t('stop')}
          </button>
        </>
      ) : (
        <FileButton label={t('ggufAddLabel')} accept=".gguf" isBusy={work !== null} onFiles={onAdd}>
          {t('ggufAdd')}
        </FileButton>
      )}
      <p className="hint">{t('ggufAddHint', { size: formatFileSize(maxBytes) })}</p>
    </>
  );
}

/** The device that models run on. */
function Device({ hasGpu, usesGpu, onUseGpu }: Pick<Props, 'hasGpu' | 'usesGpu' | 'onUseGpu'>) {
  if (hasGpu === null) return null;
  if (!hasGpu) return <p className="hint">{t('ggufProcessor')}</p>;
  return (
    <>
      <label className="toggle">
        <input type="checkbox" checked={usesGpu} onChange={(event) => onUseGpu(event.target.checked)} />
        {t('ggufGpu')}
      </label>
      <p className="hint">{t('ggufGpuHint')}</p>
    </>
  );
}

type RowProps = Pick<Props, 'onChange' | 'onRemove'> & { model: GgufModel; speed: GgufSpeed | undefined };

function Model({ model, speed, onChange, onRemove }: RowProps) {
  const { modelId, bytes, contextTokens, hasTools } = model;
  return (
    <li>
      <div>
        <b dir="auto">{modelId}</b>{' '}
        <span className="hint">
          {[formatFileSize(bytes), t('factContextWhy', { tokens: formatNumber(contextTokens) })].join(' · ')}
        </span>
        {speed && (
          <p className="hint">{t('ggufSpeed', { read: perSecond(speed.read), write: perSecond(speed.write) })}</p>
        )}
        <label className="toggle">
          <input
            type="checkbox"
            checked={hasTools}
            onChange={(event) => onChange({ ...model, hasTools: event.target.checked })}
          />
          {t('ggufTools')}
        </label>
        <p className="hint">{t('ggufToolsHint')}</p>
      </div>
      <ConfirmButton
        className="button"
        label={t('ggufRemove', { model: modelId })}
        question={t('ggufRemoveQuestion', { model: modelId })}
        onConfirm={() => onRemove(model)}
      >
        {t('deleteWord')}
      </ConfirmButton>
    </li>
  );
}

function perSecond(tokens: number): string {
  return formatNumber(tokens, { maximumFractionDigits: tokens < 10 ? 1 : 0 });
}

function toFailureResult(error: unknown, model: string): Result {
  const failure = error instanceof GgufError ? error : new GgufError({ type: 'not-stored' }, String(error));
  return { isError: true, message: ggufProblemText(failure.problem, model), detail: failure.detail };
}
