/** Where a figure leads: a place of the console. */
export type Destination = { to: string; search?: object; params?: object; hash?: string };

export type ChartHandle = { toPNG: () => Promise<Blob | null> };

type Axis = {
  type: 'category' | 'value' | 'time';
  data?: string[];
  max?: number;
  min?: number;
  minInterval?: number;
  inverse?: boolean;
  /** How a number or a time is written; the chart would write it in English. */
  write?: (value: number) => string;
};
type Series = {
  name: string;
  type: 'bar' | 'line' | 'scatter';
  stack?: string;
  data: (number | null | [string, number])[];
  connectNulls?: boolean;
  symbolSize?: number;
};

/** What a chart shows; colours and tooltips come with the theme. */
export type ChartOption = {
  trigger: 'axis' | 'item';
  legend?: boolean;
  xAxis: Axis;
  yAxis: Axis;
  series: Series[];
  valueFormatter?: (value: unknown) => string;
};

/** A row of a figure: its cells, as they are shown and as they are downloaded, and the documents behind it. */
export type Row = { cells: string[]; raw: (string | number)[]; destination?: Destination };

export type FigureData = {
  name: string;
  title: string;
  hint?: string;
  head: string[];
  rows: Row[];
  option: ChartOption;
  /** The documents behind a bar or a dot. */
  pick: (index: number, series: string) => Destination | undefined;
  height?: number;
};
