import './ollama-models.css';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Failure, ModelDownloadEnd, ModelDownloadProgress } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from '../parts/buttons.tsx';
import { TextField } from '../parts/form-field.tsx';
import { withDetail } from './check-message.ts';
import { downloadResult, ModelDownload, NOTHING_YET } from './model-download.tsx';

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
    setResult(downloadResult(end, model));
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
        <TextField
          label={t('modelToDownload')}
          hint={t('modelToDownloadHint')}
          value={name}
          placeholder="llama3.2:3b"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={progress !== null}
          onText={setName}
        />
        {/* The keys make these two distinct elements. A button that turns into a submit button during the click on "Stop" would submit the form. */}
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
      {progress !== null && <ModelDownload progress={progress} />}
      {result !== null && (
        <p className={result.isError ? 'form-error' : 'hint'} role={result.isError ? 'alert' : 'status'}>
          {result.message}
        </p>
      )}
      <ModelsOnServer
        models={models}
        isDisabled={removing !== null || progress !== null}
        onRemove={(model) => void remove(model)}
      />
    </details>
  );
}

type ModelsProps = { models: readonly string[]; isDisabled: boolean; onRemove: (model: string) => void };

/** The models on the server, each with a button that removes it. */
function ModelsOnServer({ models, isDisabled, onRemove }: ModelsProps) {
  if (models.length === 0) return null;
  return (
    <ul aria-label={t('models')}>
      {models.map((model) => (
        <li key={model}>
          <code dir="ltr">{model}</code>
          <ConfirmButton
            className="button"
            label={t('removeModel', { model })}
            question={t('removeModelQuestion', { model })}
            disabled={isDisabled}
            onConfirm={() => onRemove(model)}
          >
            {t('removeFromOllama')}
          </ConfirmButton>
        </li>
      ))}
    </ul>
  );
}
