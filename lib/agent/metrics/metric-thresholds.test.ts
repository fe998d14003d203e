import { expect, test } from 'vitest';
import type { MetricSample } from '../../contracts/metric.ts';
import { exportMetrics } from './metric-thresholds.ts';

test('an export contains every sample and the evaluated metrics, and is valid JSON', () => {
  const model = { endpointId: 'e', modelId: 'm' };
  const samples: MetricSample[] = [
    { at: 1, model, type: 'call-detected', toolName: 'read_page', format: 'native', ms: 9, whileStreaming: false },
    { at: 2, model: null, type: 'rollback' },
  ];
  const file = JSON.parse(JSON.stringify(exportMetrics(samples, Date.UTC(2026, 0, 2))));
  expect(file).toMatchObject({ type: 'sidenote-measurements', version: 1, exportedAt: '2026-01-02T00:00:00.000Z' });
  expect(file.samples).toEqual(samples);
  expect(file.limits).toContainEqual({
    name: 'streaming_tool_detection_rate',
    value: 0,
    limit: 0.95,
    state: 'outside',
  });
  expect(file.limits).toContainEqual(
    expect.objectContaining({ name: 'streaming_tool_execution_latency_p95', value: null, state: 'unmeasured' }),
  );
});
