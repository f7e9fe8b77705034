import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from './page-header.tsx'
import type { CallState } from './query.ts'
import { Loaded } from './states.tsx'
import { useAddress } from './use-address.ts'

export interface DetailTab<Data> {
  readonly key: string
  readonly label: ReactNode
  readonly content: (data: Data) => ReactNode
}

export interface DetailPageProps<Data> {
  /** What the page is about, as it was asked for; its skeleton and its failure are drawn here. */
  readonly of: CallState<Data>
  /** Name, state and actions. */
  readonly head: (data: Data) => Omit<PageHeaderProps, 'tabs'>
  /** Above the tabs' contents, e.g. why it was cancelled. */
  readonly notice?: (data: Data) => ReactNode
  /** The first is open unless the address says another in `tab`. */
  readonly tabs?: readonly DetailTab<Data>[]
  /** Parameters of the address that say what the page is about: they stay when the tab changes, filters of the tab before do not. */
  readonly keeps?: readonly string[]
  /** The page without tabs. */
  readonly children?: (data: Data) => ReactNode
}

/** The template of a detail: what it is, its state, what can be done, and its parts behind tabs of the address. */
export function DetailPage<Data>({ of, ...page }: DetailPageProps<Data>): ReactNode {
  return <Loaded of={of}>{(data) => <Known data={data} {...page} />}</Loaded>
}

function Known<Data>(props: Omit<DetailPageProps<Data>, 'of'> & { readonly data: Data }): ReactNode {
  const { data, head, notice, tabs = [], keeps = ['id'], children } = props
  const [params, setParams] = useAddress()
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  const choose = (tab: string) =>
    setParams((before) => {
      const next = new URLSearchParams()
      for (const name of keeps) for (const value of before.getAll(name)) next.append(name, value)
      next.set('tab', tab)
      return next
    })
  return (
    <>
      <PageHeader
        {...head(data)}
        {...(open && { tabs: { items: tabs.map(({ key, label }) => ({ key, label })), active: open.key, onChange: choose } })}
      />
      {notice?.(data)}
      {open?.content(data)}
      {children?.(data)}
    </>
  )
}
