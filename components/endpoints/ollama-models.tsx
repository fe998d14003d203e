import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Failure, ModelDownloadEnd, ModelDownloadProgress } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { FormField } from '../parts/form-field.tsx';
import { withDetail } from './check-message.ts';
import './ollama-models.css';

type Props = {
  /** The models on the server. */
  models: readonly string[];
  onDownload: (
    modelId: string,
    onProgress: (progress: ModelDownloadProgress) => void,
    signal: AbortSignal,
  ) => Promise<ModelDownloadEnd>;
  onRemove: (modelId: string) => Promise<Failure | null>;
};

type Result = { isError: boolean; message: string };

const NOTHING_YET: ModelDownloadProgress = { type: 'progress', stage: 'starting', completedBytes: 0, totalBytes: 0 };

/** Downloads models to an Ollama server, and removes them there. A download stops when this is no longer shown. */
export function OllamaModels({ models, onDownload, onRemove }: Props) {
  const [name, setName] = useState('');
  const [progress, setProgress] = useState<ModelDownloadProgress | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const download = async (event: FormEvent) => {
    event.preventDefault();
    const model = name.trim();
    const controller = new AbortController();
    stop.current = controller;
    setResult(null);
    setProgress(NOTHING_YET);
    const end = await onDownload(model, setProgress, controller.signal);
    setProgress(null);
    setResult(resultOf(end, model));
    if (end.type === 'done') setName('');
  };
  const remove = async (model: string) => {
    setResult(null);
    setRemoving(model);
    const failure = await onRemove(model);
    setRemoving(null);
    setResult(
      failure === null
        ? { isError: false, message: t('modelRemoved', { model }) }
        : { isError: true, message: withDetail(failure) },
    );
  };

  return (
    <details className="model-settings-fold ollama-models">
      <summary>{t('ollamaModels')}</summary>
      <form onSubmit={(event) => void download(event)}>
        <FormField label={t('modelToDownload')} hint={t('modelToDownloadHint')}>
          {(id) => (
            <input
              id={id}
              value={name}
              placeholder="llama3.2:3b"
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={progress !== null}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        {/* The keys make these two elements. One that becomes a submit button during the click on "Stop" would submit the form. */}
        {progress === null ? (
          <button key="download" type="submit" className="button" disabled={name.trim() === ''}>
            {t('downloadModel')}
          </button>
        ) : (
          <button key="stop" type="button" className="button" onClick={() => stop.current?.abort()}>
            {t('stop')}
          </button>
        )}
      </form>
      {progress !== null && (
        <div className="model-download">
          <progress
            aria-label={t('modelDownload')}
            {...(progress.stage === 'downloading' ? { value: shareOf(progress) } : {})}
          />
          <p className="hint">{progressText(progress)}</p>
        </div>
      )}
      {result !== null && (
        <p className={result.isError ? 'form-error' : 'hint'} role={result.isError ? 'alert' : 'status'}>
          {result.message}
        </p>
      )}
      {models.length > 0 && (
        <ul aria-label={t('models')}>
          {models.map((model) => (
            <li key={model}>
              <code dir="ltr">{model}</code>
              <ConfirmButton
                className="button"
                label={t('removeModel', { model })}
                question={t('removeModelQuestion', { model })}
                disabled={removing !== null || progress !== null}
                onConfirm={() => void remove(model)}
              >
                {t('removeFromOllama')}
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function resultOf(end: ModelDownloadEnd, model: string): Result {
  switch (end.type) {
    case 'done':
      return { isError: false, message: t('modelDownloaded', { model }) };
    case 'stopped':
      return { isError: false, message: t('downloadStopped') };
    case 'failed':
      return { isError: true, message: withDetail(end.failure) };
    default:
      return end satisfies never;
  }
}

function progressText(progress: ModelDownloadProgress): string {
  switch (progress.stage) {
    case 'starting':
      return t('downloadStarting');
    case 'downloading':
      return t('downloadProgress', {
        completed: megabytes(progress.completedBytes),
        total: megabytes(progress.totalBytes),
        share: t('percent', { number: Math.floor(shareOf(progress) * 100) }),
      });
    case 'finishing':
      return t('downloadFinishing');
    default:
      return progress.stage satisfies never;
  }
}

function shareOf({ completedBytes, totalBytes }: ModelDownloadProgress): number {
  return totalBytes === 0 ? 0 : completedBytes / totalBytes;
}

/** With one decimal place where it is less than 10 MB. */
function megabytes(bytes: number): number {
  return bytes < 10_000_000 ? Math.round(bytes / 100_000) / 10 : Math.round(bytes / 1_000_000);
}
