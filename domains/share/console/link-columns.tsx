import type { Endpoint } from '@kaopei/contract'
import { CodeTag, calling, Dash, formatInstant, type RowAction, RowActions } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ZodType } from 'zod'
import { linkState } from '../contract/link-row.ts'

/** What every list of links shows of one. */
export interface ListedLink {
  readonly id: string
  readonly title: string
  readonly state: number
  readonly createdByName: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
}

/** Stops the link with this id. */
type Revoking = Endpoint<ZodType<unknown, { id: string }>>

interface LinkListWords<Row extends ListedLink> {
  readonly list: Endpoint
  readonly revoke: Revoking
  /** Asked before a link is stopped: what goes on and what does not. */
  readonly confirm: string
  /** What the last use was: 最近打开, 最近登记. */
  readonly lastUsed: string
  /** Before 停用. */
  readonly actions?: (row: Row) => readonly (RowAction | false)[]
  readonly actionsWidth?: number
}

/** How a link stands, until when it works, who made it, and 停用: the same in every list of links that carry a token. */
export function linkColumns<Row extends ListedLink>(words: LinkListWords<Row>): TableColumnsType<Row> {
  const { lastUsed, actions, actionsWidth = 90 } = words
  return [
    { title: '状态', dataIndex: 'state', width: 80, render: (state: number) => <CodeTag codes={linkState} value={state} /> },
    { title: '有效期至', dataIndex: 'expiresAt', width: 140, render: (at: string) => formatInstant(at) },
    {
      title: lastUsed,
      dataIndex: 'lastUsedAt',
      width: 140,
      render: (at: string | null) => <Dash>{at && formatInstant(at)}</Dash>,
    },
    { title: '创建人', dataIndex: 'createdByName', width: 90, ellipsis: true },
    {
      title: '操作',
      key: 'actions',
      width: actionsWidth,
      fixed: 'right',
      render: (_value, row) => <RowActions actions={[...(actions?.(row) ?? []), stopping(row, words)]} />,
    },
  ]
}

/** 停用, as long as there is something to stop. */
export function stopping(
  row: Pick<ListedLink, 'id' | 'title' | 'state'>,
  { list, revoke, confirm }: Pick<LinkListWords<ListedLink>, 'list' | 'revoke' | 'confirm'>,
): RowAction | false {
  if (row.state !== linkState.living) return false
  return calling(revoke, {
    label: '停用',
    name: `停用 ${row.title}`,
    isDangerous: true,
    input: { id: row.id },
    confirm,
    refreshes: [list],
  })
}
