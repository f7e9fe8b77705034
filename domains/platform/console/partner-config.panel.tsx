import type { OutputOf } from '@kaopei/contract'
import { Dash, EmptyState, formatInstant, ListPage, Loaded, RightButton, ToneTag, useCall, useCalls } from '@kaopei/web'
import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PartnerConfigItem, type PartnerConfigKey, partnerConfig } from '../contract/partner-config.ts'
import { ConfigItem } from './config-item.tsx'
import './partner-config.css'

type Change = OutputOf<typeof partnerConfig.history>['dataList'][number]

interface Props {
  /** Whose configuration; one's own company unless given. */
  readonly partnerId?: string
}

/** A company's configuration: the items, what holds now, the history. */
export function PartnerConfigPanel({ partnerId }: Props): ReactNode {
  const whose = partnerId === undefined ? {} : { partnerId }
  const keys = useCall(partnerConfig.keys, whose)
  const [items] = useCalls(partnerConfig.list, [whose])
  return (
    <div className="kp-config">
      <section className="kp-card" aria-label="配置项">
        <h2>配置项</h2>
        <Loaded of={keys}>
          {(known) =>
            items && <Loaded of={items}>{({ dataList }) => <Items keys={known} items={dataList} whose={whose} />}</Loaded>
          }
        </Loaded>
      </section>
      <section className="kp-card" aria-label="当前生效值">
        <h2>当前生效值</h2>
        <Loaded of={keys}>
          {(known) => (
            <Table<PartnerConfigKey>
              size="small"
              rowKey="name"
              columns={keyColumns}
              dataSource={known}
              pagination={false}
              scroll={{ x: 'max-content' }}
            />
          )}
        </Loaded>
      </section>
      <section className="kp-card" aria-label="修改记录">
        <h2>修改记录</h2>
        <ListPage
          endpoint={partnerConfig.history}
          extraInput={whose}
          columns={changeColumns}
          rowKey="id"
          stateIn="memory"
          emptyText="暂无修改记录"
        />
      </section>
    </div>
  )
}

interface ItemsProps {
  readonly keys: readonly PartnerConfigKey[]
  readonly items: readonly PartnerConfigItem[]
  readonly whose: { readonly partnerId?: string }
}

function Items({ keys, items, whose }: ItemsProps): ReactNode {
  const [isAdding, setAdding] = useState(false)
  const taken = new Set(items.map(({ name }) => name))
  const free = keys.filter(({ name, isEditable }) => isEditable && !taken.has(name))
  return (
    <>
      {items.length === 0 && !isAdding && <EmptyState text="暂无数据，全部属性按默认值生效" />}
      {items.map((item) => (
        <ConfigItem key={item.name} item={item} keys={keys.filter(({ name }) => name === item.name)} whose={whose} />
      ))}
      {isAdding && <ConfigItem keys={free} whose={whose} onClose={() => setAdding(false)} />}
      <RightButton
        type="dashed"
        block
        right={partnerConfig.modify}
        disabled={isAdding || free.length === 0}
        onClick={() => setAdding(true)}
      >
        新增配置
      </RightButton>
    </>
  )
}

const labelOf = (key: PartnerConfigKey, value: string) =>
  value === '' ? '（空）' : (key.options.find((option) => option.value === value)?.label ?? value)

const keyColumns: TableColumnsType<PartnerConfigKey> = [
  {
    title: '配置属性',
    key: 'title',
    width: 160,
    render: (_, key) => (
      <>
        {key.title} {key.isOfPlatform && <ToneTag tone="info">平台维护</ToneTag>}
      </>
    ),
  },
  { title: '生效值', key: 'effective', width: 180, render: (_, key) => <strong>{labelOf(key, key.effective)}</strong> },
  { title: '默认值', key: 'default', width: 140, render: (_, key) => labelOf(key, key.default) },
  {
    title: '来源',
    key: 'source',
    width: 90,
    render: (_, key) => (key.isConfigured ? <ToneTag tone="success">已配置</ToneTag> : <ToneTag tone="neutral">默认</ToneTag>),
  },
  { title: '说明', dataIndex: 'descript', width: 320 },
]

const changeColumns: TableColumnsType<Change> = [
  { title: '时间', dataIndex: 'at', width: 170, render: (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss') },
  { title: '配置属性', dataIndex: 'title', width: 160 },
  { title: '修改前', key: 'before', width: 180, render: (_, row) => <Dash>{row.before}</Dash> },
  { title: '修改后', key: 'after', width: 180, render: (_, row) => row.after ?? '恢复默认' },
  { title: '修改人', dataIndex: 'actorName', width: 120 },
]
