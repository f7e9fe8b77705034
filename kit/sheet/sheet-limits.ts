/** Limits of one reading; all are checked while counting, so a file that lies about its sizes is stopped too. */
export type SheetLimits = {
  /** Rows that hold a value, header rows included. */
  maxRows: number
  /** The last column that may hold a value; A is 1. */
  maxColumns: number
  /** Bytes of all unpacked parts together (xlsx), or of the file (xls, csv). */
  maxUnpackedBytes: number
  /** Unpacked bytes for each packed byte; looked at once a part exceeds 4 MiB, because small parts pack extremely well. */
  maxRatio: number
  /** Elements without a value, which cost time and count for nothing else: a small file can hold tens of millions of empty cells (xlsx). */
  maxIdleElements: number
  /** UTF-16 units of one cell; Excel itself allows 32,767. */
  maxCellLength: number
  /** UTF-16 units of all cells together: one shared text may stand in millions of cells, and costs each time what it is used for. */
  maxTextUnits: number
  /** Entries of the table of shared texts (xlsx). */
  maxSharedTexts: number
  /** UTF-16 units of the table of shared texts together (xlsx). */
  maxSharedUnits: number
  /** Heap of the worker that reads .xls, in MiB. */
  xlsMemoryMiB: number
  /** Time of the worker that reads .xls. */
  xlsTimeoutMs: number
}

/** Excel's own; a file with more was made by nobody's spreadsheet program. */
export const lastRow = 1_048_576

export const defaultLimits: Readonly<SheetLimits> = {
  maxRows: 100_000,
  maxColumns: 256,
  maxUnpackedBytes: 256 * 1024 * 1024,
  maxRatio: 200,
  maxIdleElements: 4_000_000,
  maxCellLength: 32_767,
  maxTextUnits: 64_000_000,
  maxSharedTexts: 400_000,
  maxSharedUnits: 16_000_000,
  xlsMemoryMiB: 256,
  xlsTimeoutMs: 20_000,
}

/** `sheetName` asks for one visible sheet by name; without it the first visible one is read. */
export type SheetOptions = Partial<SheetLimits> & { sheetName?: string }

/** A limit that is given as undefined must not switch the check off. */
export function limitsOf(options: SheetOptions): SheetLimits {
  return {
    maxRows: options.maxRows ?? defaultLimits.maxRows,
    maxColumns: options.maxColumns ?? defaultLimits.maxColumns,
    maxUnpackedBytes: options.maxUnpackedBytes ?? defaultLimits.maxUnpackedBytes,
    maxRatio: options.maxRatio ?? defaultLimits.maxRatio,
    maxIdleElements: options.maxIdleElements ?? defaultLimits.maxIdleElements,
    maxCellLength: options.maxCellLength ?? defaultLimits.maxCellLength,
    maxTextUnits: options.maxTextUnits ?? defaultLimits.maxTextUnits,
    maxSharedTexts: options.maxSharedTexts ?? defaultLimits.maxSharedTexts,
    maxSharedUnits: options.maxSharedUnits ?? defaultLimits.maxSharedUnits,
    xlsMemoryMiB: options.xlsMemoryMiB ?? defaultLimits.xlsMemoryMiB,
    xlsTimeoutMs: options.xlsTimeoutMs ?? defaultLimits.xlsTimeoutMs,
  }
}
