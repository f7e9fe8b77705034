/** The state of a list as the address bar holds it. */
export interface ListState {
  readonly pageIndex: number
  readonly pageSize: number
  /** Texts as they stand in the address; several values of one filter as a list. */
  readonly filters: Readonly<Record<string, string | readonly string[]>>
  readonly sortField?: string
  readonly sortOrder?: 'asc' | 'desc'
}

export interface FilterShape {
  /** Keys that this filter keeps in the address: one, or two for a date range. */
  readonly names: readonly string[]
  readonly isMultiple?: boolean
  readonly isNumber?: boolean
}

export const pageSizes = [10, 20, 50, 100] as const
export const defaultPageSize = 10

/** Reads the state; nonsense in the address counts as absent. */
export function readListState(params: URLSearchParams, shapes: readonly FilterShape[], prefix = ''): ListState {
  const filters: Record<string, string | string[]> = {}
  for (const { names, isMultiple } of shapes) {
    for (const name of names) {
      const values = params.getAll(prefix + name).filter((value) => value !== '')
      const first = values[0]
      if (first !== undefined) filters[name] = isMultiple ? values : first
    }
  }
  const sortField = params.get(`${prefix}sortField`)
  const sortOrder = params.get(`${prefix}sortOrder`)
  const pageSize = Number(params.get(`${prefix}pageSize`))
  return {
    pageIndex: positive(params.get(`${prefix}pageIndex`)) ?? 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? defaultPageSize,
    filters,
    ...(sortField && (sortOrder === 'asc' || sortOrder === 'desc') && { sortField, sortOrder }),
  }
}

/** Writes the state into a copy of the address's parameters, leaving alone what belongs to others. Defaults are not written. */
export function writeListState(
  params: URLSearchParams,
  state: ListState,
  shapes: readonly FilterShape[],
  prefix = '',
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => (value ? next.set(prefix + name, value) : next.delete(prefix + name))
  for (const name of shapes.flatMap((shape) => shape.names)) {
    next.delete(prefix + name)
    const value = state.filters[name]
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) if (item !== '') next.append(prefix + name, item)
  }
  put('pageIndex', state.pageIndex === 1 ? undefined : String(state.pageIndex))
  put('pageSize', state.pageSize === defaultPageSize ? undefined : String(state.pageSize))
  put('sortField', state.sortField)
  put('sortOrder', state.sortOrder)
  return next
}

/** A changed filter leads back to page 1. */
export function withFilters(state: ListState, filters: ListState['filters']): ListState {
  return { ...state, filters, pageIndex: 1 }
}

/** What the endpoint is asked. */
export function inputOfState(state: ListState, shapes: readonly FilterShape[]): Record<string, unknown> {
  const numbers = new Set(shapes.filter((shape) => shape.isNumber).flatMap((shape) => shape.names))
  const filters = Object.entries(state.filters).map(([name, value]): [string, unknown] => {
    if (!numbers.has(name)) return [name, value]
    return [name, typeof value === 'string' ? Number(value) : value.map(Number)]
  })
  return {
    ...Object.fromEntries(filters),
    pageIndex: state.pageIndex,
    pageSize: state.pageSize,
    ...(state.sortField && { sortField: state.sortField, sortOrder: state.sortOrder }),
  }
}

/** Serial numbers go on across pages. */
export function serialNumber(state: Pick<ListState, 'pageIndex' | 'pageSize'>, row: number): number {
  return (state.pageIndex - 1) * state.pageSize + row + 1
}

function positive(text: string | null): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
