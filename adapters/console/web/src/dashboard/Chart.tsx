import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { ChartHandle, ChartOption } from './figures';

echarts.use([BarChart, LineChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer]);

// Told apart in both themes, and by people who see few colours (Okabe and Ito).
const palette = ['#3b5bdb', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c7ae6', '#7f7f7f', '#b8a500'];

type Props = {
  option: ChartOption;
  height: number;
  /** A bar, a point or a dot was chosen: its place in the series, and the name of the series. */
  onPick: (index: number, series: string) => void;
  handle: RefObject<ChartHandle | null>;
};

/** A chart on a canvas, which no policy has to make room for. Its numbers stand in a table beside it. */
export default function Chart({ option, height, onPick, handle }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<echarts.ECharts>(undefined);
  const scheme = useComputedColorScheme('light');
  const pick = useRef(onPick);
  pick.current = onPick;
  useEffect(() => {
    if (!frame.current) return;
    const made = echarts.init(frame.current);
    chart.current = made;
    made.on('click', (e) => pick.current(e.dataIndex, e.seriesName ?? ''));
    const sized = new ResizeObserver(() => made.resize());
    sized.observe(frame.current);
    return () => {
      sized.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    chart.current?.setOption(themed(option, colour('--mantine-color-text'), colour('--cotejo-line'), scheme), { notMerge: true });
  }, [option, scheme]);
  useImperativeHandle(handle, () => ({
    toPNG: () =>
      new Promise((resolve) => {
        const background = getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-body').trim();
        chart.current?.renderToCanvas({ pixelRatio: 2, backgroundColor: background }).toBlob((blob) => resolve(blob), 'image/png');
      }),
  }));
  return <div ref={frame} style={{ height, cursor: 'pointer' }} aria-hidden />;
}

function themed(option: ChartOption, text: string, line: string, scheme: 'light' | 'dark'): echarts.EChartsCoreOption {
  const axis = ({ write, ...of }: ChartOption['xAxis']) => ({
    axisLabel: { color: text, formatter: write && ((value: number) => write(value)), hideOverlap: true },
    axisLine: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
    ...of,
  });
  return {
    color: palette,
    animation: false,
    darkMode: scheme === 'dark',
    grid: { left: 8, right: 16, top: option.legend ? 36 : 12, bottom: 8, containLabel: true },
    // Drawn on the canvas: a tooltip of HTML needs style attributes, which the policy refuses.
    tooltip: { trigger: option.trigger, renderMode: 'richText', confine: true, valueFormatter: option.valueFormatter },
    legend: option.legend ? { textStyle: { color: text }, type: 'plain', top: 0 } : undefined,
    xAxis: axis(option.xAxis),
    yAxis: axis(option.yAxis),
    series: option.series.map((s) => (s.type === 'bar' ? { ...s, barMaxWidth: 34 } : s)),
  };
}
