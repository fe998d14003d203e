import { useState } from 'react';
import { BarChart } from '../../components/figures/charts.tsx';
import { DataTable, FigureList } from '../../components/figures/figures.tsx';
import { formatDollars, formatDuration } from '../../components/parts/amounts.ts';
import { ManagedField, TextField } from '../../components/parts/form-field.tsx';
import { modelName } from '../../components/parts/model-name.ts';
import { type AnswerUsage, monthStart, sumUsage, type UsageKey, type UsageSum } from '../../lib/agent/index.ts';
import { ModelRef } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { formatNumber, t } from '../../lib/i18n/index.ts';
import { useEndpoints, useIsManaged, useSetting, useStored, useUsage } from '../../lib/react/index.ts';
import type { Prices, Stores } from '../../lib/storage/index.ts';
import { formatLocalDay } from '../../lib/text/index.ts';

/** The maximum number of chats listed. They are those with the highest usage. */
const MAX_CHATS = 10;

/** The usage of this month. */
export function UsagePage({ storage }: { storage: Pick<Stores, 'endpoints' | 'threads' | 'usage'> }) {
  const [now] = useState(() => Date.now());
  const usage = useUsage(storage, monthStart(now));
  return (
    <>
      <section aria-labelledby="usage">
        <h2 id="usage">{t('usageMonth')}</h2>
        <p className="lead">{t('usageLead')}</p>
        {usage && <Sums storage={storage} now={now} {...usage} />}
      </section>
      <LimitSection />
    </>
  );
}

type SumsProps = {
  storage: Pick<Stores, 'endpoints' | 'threads'>;
  now: number;
  usages: readonly AnswerUsage[];
  findPrice: Prices;
};

function Sums({ storage, now, usages, findPrice }: SumsProps) {
  const endpoints = useEndpoints(storage);
  const titles = useStored(
    () => storage.threads.getMany([...new Set(usages.map(({ threadId }) => threadId))]),
    [storage, usages],
  );
  if (usages.length === 0) return <p className="lead">{t('usageNone')}</p>;
  const sums = (key: UsageKey) => [...sumUsage(usages, key, findPrice)];
  const byDay = new Map(sums('day'));
  const days = listDays(monthStart(now), now);
  const total = [
    ...sumUsage(
      usages.map((each) => ({ ...each, threadId: '' })),
      'thread',
      findPrice,
    ).values(),
  ][0];
  const tokens = days.map((day) => (byDay.has(day) ? sumTokens(byDay.get(day)) : null));
  const nameOfModel = (key: string) => {
    const model = ModelRef.parse({ endpointId: JSON.parse(key)[0], modelId: JSON.parse(key)[1] });
    const endpoint = endpoints.find((each) => each.endpointId === model.endpointId);
    return endpoint ? `${modelName(model)} (${endpoint.name})` : modelName(model);
  };
  const getChatTitle = (threadId: string) => titles?.find((each) => each?.threadId === threadId)?.title || t('chat');
  const columns = TABLE_COLUMNS.map((each) => t(each));
  const most = sums('thread').sort(([, a], [, b]) => b.cost - a.cost || sumTokens(b) - sumTokens(a));
  return (
    <>
      {total && (
        <p className="usage-cost">
          <strong>{formatCost(total)}</strong> {t('usageCostMonth')}
        </p>
      )}
      <h3>{t('usagePerDay')}</h3>
      <BarChart
        times={days.map((day) => day.slice(5))}
        series={[{ name: t('tokens'), values: tokens }]}
        limits={[]}
        format={(value) => formatNumber(Math.round(value))}
      />
      <DataTable
        caption={t('byModel')}
        columns={[t('model'), ...columns]}
        rows={buildRows(sums('model'), nameOfModel)}
      />
      <DataTable
        caption={t('byDay')}
        columns={[t('day'), ...columns]}
        rows={buildRows(sums('day').reverse(), (day) => day)}
      />
      <DataTable
        caption={t('usageMostChats')}
        columns={[t('chat'), ...columns]}
        rows={buildRows(most.slice(0, MAX_CHATS), getChatTitle)}
      />
      {total && <FigureList title={t('usageInAll')} figures={listFigures(total)} />}
    </>
  );
}

const COLUMNS = ['answers', 'tokensIn', 'tokensCached', 'tokensOut', 'firstWord', 'tokensPerSecond', 'cost'] as const;

/** The columns of the tables, which have to fit next to a name. The total contains all figures. */
const TABLE_COLUMNS = ['answers', 'tokens', 'cost'] as const;

function buildRows(sums: readonly [string, UsageSum][], getRowName: (key: string) => string) {
  return sums.map(([key, sum]) => ({
    key,
    name: getRowName(key),
    cells: [
      formatNumber(sum.answers),
      sum.uncounted < sum.answers ? formatNumber(sumTokens(sum)) : '–',
      formatCost(sum),
    ].map((text) => ({ text, isOutside: false })),
  }));
}

/** Formats the cost of answers, as far as their prices are known. */
function formatCost({ answers, cost, unpriced }: UsageSum): string {
  if (unpriced === answers) return '–';
  return unpriced > 0 ? t('costAndMore', { cost: formatDollars(cost) }) : formatDollars(cost);
}

function listFigures(sum: UsageSum) {
  const { answers, inputTokens, cachedTokens, outputTokens, uncounted, firstContentMs, tokensPerSecond } = sum;
  const isCounted = uncounted < answers;
  const values = [
    formatNumber(answers),
    isCounted ? formatNumber(inputTokens) : '–',
    isCounted ? formatNumber(cachedTokens) : '–',
    isCounted ? formatNumber(outputTokens) : '–',
    firstContentMs === null ? '–' : formatDuration(firstContentMs),
    tokensPerSecond === null ? '–' : formatNumber(tokensPerSecond, { maximumFractionDigits: 1 }),
    formatCost(sum),
  ];
  return COLUMNS.map((label, index) => ({ label: t(label), value: values[index] ?? '' }));
}

function sumTokens(sum: UsageSum | undefined): number {
  return sum === undefined ? 0 : sum.inputTokens + sum.outputTokens;
}

/** The monthly spending at which the panel warns. */
function LimitSection() {
  const [limit, setLimit] = useSetting(settings.monthlyLimit);
  return (
    <section aria-labelledby="monthly-limit">
      <h2 id="monthly-limit">{t('monthlyLimit')}</h2>
      <ManagedField isManaged={useIsManaged('monthlyLimit')}>
        <TextField
          label={t('monthlyLimitLabel')}
          hint={t('monthlyLimitHint', { share: formatNumber(0.8, { style: 'percent' }) })}
          type="number"
          min="0"
          step="any"
          // The typed text may not be an amount yet, such as the 0 of 0.50.
          key={String(limit === undefined)}
          defaultValue={limit ?? ''}
          onText={(value) => {
            const amount = Number(value);
            setLimit(amount > 0 && amount <= 1_000_000 ? amount : null);
          }}
        />
      </ManagedField>
    </section>
  );
}

/**
 * Returns the days from one time to another, inclusive, in the user's time zone, as YYYY-MM-DD. Times are in
 * milliseconds since 1970.
 */
function listDays(from: number, to: number): string[] {
  const days: string[] = [];
  const day = new Date(from);
  day.setHours(12, 0, 0, 0);
  const last = new Date(to).setHours(23, 59, 59, 999);
  for (; day.getTime() <= last; day.setDate(day.getDate() + 1)) days.push(formatLocalDay(day.getTime()));
  return days;
}
