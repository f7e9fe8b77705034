import { PlusOutlined } from '@ant-design/icons'
import {
  CodeTag,
  filtersOf,
  formatInstant,
  formFor,
  InstantInput,
  ListPage,
  RowActions,
  relativeTime,
  useAddress,
  useMay,
} from '@kaopei/web'
import { serverNow } from '@kaopei/web/client'
import { Button, Input, type InputProps, Segmented, type TableColumnsType, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { linkState } from '../contract/link-row.ts'
import { type LinkRow, manageLinks, shortLink } from '../contract/short-link.ts'
import { stopping } from './link-columns.tsx'
import { pathHere } from './path-here.ts'
import { ShareDrawer } from './share-drawer.tsx'
import './link-list.css'

const { Field, FormDrawer } = formFor(shortLink.create)

const filters = filtersOf(shortLink.list, [
  { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '标题或地址' },
  { name: 'state', label: '状态', kind: 'select', options: linkState.options },
])

export function LinkList(): ReactNode {
  const [opened, setOpened] = useState<LinkRow | 'new'>()
  const [params, setParams] = useAddress()
  const mayManage = useMay(manageLinks)
  const isAll = mayManage && params.get('whose') === 'all'
  const close = () => setOpened(undefined)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened('new')}>
      生成短链接
    </Button>
  )
  return (
    <>
      <ListPage
        endpoint={shortLink.list}
        extraInput={{ isAll }}
        filters={filters}
        columns={columns(isAll, setOpened)}
        rowKey="id"
        toolbar={
          <>
            {add}
            {mayManage && (
              <Segmented
                aria-label="查看范围"
                value={isAll ? 'all' : 'own'}
                options={[
                  { value: 'own', label: '我的链接' },
                  { value: 'all', label: '全部链接' },
                ]}
                onChange={(whose) => setParams({ whose })}
              />
            )}
          </>
        }
        emptyText="还没有短链接"
        emptyAction={add}
      />
      {opened === 'new' && (
        <FormDrawer open title="生成短链接" width={520} endpoint={shortLink.create} successText="短链接已生成" onClose={close}>
          <Field name="title" label="标题">
            <Input maxLength={100} placeholder="例如：年终考试报名通知" />
          </Field>
          <Field name="originUrl" label="页面地址" extra="从浏览器地址栏复制，只能是本系统的页面。">
            <PageAddressInput />
          </Field>
          <Field name="expiresAt" label="有效期至" extra="不填则长期有效，可随时停用。">
            <InstantInput />
          </Field>
        </FormDrawer>
      )}
      {opened && opened !== 'new' && (
        <ShareDrawer open originUrl={opened.originUrl} title={opened.title} link={addressOf(opened)} onClose={close} />
      )}
    </>
  )
}

const addressOf = ({ url }: LinkRow) => new URL(url, window.location.origin).href

/** What is copied from the address bar is kept as the path that it is here. */
function PageAddressInput({
  value,
  onChange,
  ...rest
}: Pick<InputProps, 'value' | 'id'> & { onChange?: (value: string) => void }) {
  return (
    <Input
      {...rest}
      value={value}
      placeholder="/application/ote/examManage"
      onChange={({ target }) => onChange?.(pathHere(target.value))}
    />
  )
}

function Visits({ row: { visitCount, lastVisitedAt } }: { readonly row: LinkRow }): ReactNode {
  return (
    <>
      <div>{visitCount}</div>
      {lastVisitedAt && (
        <small className="kp-hint" title={formatInstant(lastVisitedAt)}>
          最近 {relativeTime(lastVisitedAt, serverNow())}
        </small>
      )}
    </>
  )
}

const columns = (isAll: boolean, open: (row: LinkRow) => void): TableColumnsType<LinkRow> => [
  { title: '标题', dataIndex: 'title', width: 140, render: (title: string) => <div className="kp-link-title">{title}</div> },
  {
    title: '短链接',
    dataIndex: 'url',
    width: 270,
    render: (_url: string, row) => (
      <div className="kp-link-cell">
        <Typography.Text copyable={{ tooltips: ['复制', '复制成功'] }}>{addressOf(row)}</Typography.Text>
        <span title={row.originUrl}>打开 {row.originUrl}</span>
      </div>
    ),
  },
  { title: '状态', dataIndex: 'state', width: 76, render: (state: number) => <CodeTag codes={linkState} value={state} /> },
  { title: '访问次数', key: 'visits', width: 148, render: (_value, row) => <Visits row={row} /> },
  {
    title: '有效期至',
    dataIndex: 'expiresAt',
    width: 138,
    render: (at: string | null) => (at === null ? '长期有效' : formatInstant(at)),
  },
  ...(isAll ? [{ title: '创建人', dataIndex: 'createdByName', width: 90 }] : []),
  { title: '创建时间', dataIndex: 'createdAt', width: 138, render: (at: string) => formatInstant(at) },
  {
    title: '操作',
    key: 'actions',
    width: 116,
    fixed: 'right',
    render: (_value, row) =>
      row.state === linkState.living && (
        <RowActions
          actions={[
            row.isOwn && { label: '分享', name: `分享 ${row.title}`, run: () => open(row) },
            stopping(row, {
              list: shortLink.list,
              revoke: shortLink.revoke,
              confirm: '停用后，已经发出的链接和二维码都不能再打开。确定停用吗？',
            }),
          ]}
        />
      ),
  },
]
