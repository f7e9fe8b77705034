import type { LogWords, OutputOf } from '@kaopei/contract'
import { Bones, CodeTag, Dash, formatInstant, Loaded, useCall } from '@kaopei/web'
import { Descriptions, type DescriptionsProps, Drawer, Table, type TableColumnsType } from 'antd'
import { type ReactNode, Suspense, use } from 'react'
import { fieldLabel } from '../contract/field-labels.ts'
import { logResult, logSource, operationLog } from '../contract/operation-log.ts'
import { valueInWords } from '../contract/value-words.ts'
import { logWords } from './slots.ts'
import './operation-log.css'

type Detail = OutputOf<typeof operationLog.get>
type Change = Detail['changes'][number]

interface Props {
  readonly id: string | undefined
  readonly onClose: () => void
}

/** One row of the log with what changed. */
export function OperationLogDrawer({ id, onClose }: Props): ReactNode {
  return (
    <Drawer title="日志详情" size={820} open={id !== undefined} onClose={onClose} destroyOnHidden>
      <Suspense fallback={<Bones rows={8} />}>{id !== undefined && <DetailOf id={id} />}</Suspense>
    </Drawer>
  )
}

let loading: Promise<LogWords> | undefined

/** The words of all rooms, loaded once. */
function wordsOfRooms(): Promise<LogWords> {
  loading ??= Promise.all(logWords.parts().map((load) => load())).then((all) => Object.assign({}, ...all))
  return loading
}

function DetailOf({ id }: { readonly id: string }): ReactNode {
  const words = use(wordsOfRooms())
  const asked = useCall(operationLog.get, { id })
  return (
    <Loaded of={asked}>
      {(detail) => (
        <>
          <Descriptions className="kp-log-facts" column={{ xs: 1, md: 2 }} size="small" bordered items={factsOf(detail)} />
          <h3>变更内容</h3>
          <Table<Change>
            size="small"
            rowKey="field"
            columns={changeColumns(detail.names, words)}
            dataSource={detail.changes}
            pagination={false}
            locale={{ emptyText: '此操作没有字段变更' }}
          />
        </>
      )}
    </Loaded>
  )
}

function factsOf(detail: Detail): DescriptionsProps['items'] {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['时间', formatInstant(detail.at, 'YYYY-MM-DD HH:mm:ss')],
    ['操作人', detail.actorName],
    ['代为查看者', detail.impersonatorName],
    ['操作', detail.operation],
    ['结果', <CodeTag key="result" codes={logResult} value={detail.result} />],
    ['对象', detail.targetName],
    ['对象编号', detail.targetId],
    ['来源', <CodeTag key="source" codes={logSource} value={detail.source} />],
    ['IP 地址', detail.ip],
    ['原因', detail.reason],
    ['请求编号', detail.requestId],
    ['接口', detail.path],
    ['浏览器', detail.userAgent],
  ]
  return facts.map(([label, value]) => ({ key: label, label, children: <Dash>{value}</Dash> }))
}

const changeColumns = (names: Detail['names'], words: LogWords): TableColumnsType<Change> => [
  { title: '字段', dataIndex: 'field', width: 180, render: (field: string) => fieldLabel(field, words) },
  {
    title: '变更前',
    width: '38%',
    dataIndex: 'before',
    render: (value: string | null) => <Value json={value} names={names} words={words} />,
  },
  { title: '变更后', dataIndex: 'after', render: (value: string | null) => <Value json={value} names={names} words={words} /> },
]

const instantInWords = (at: string) => formatInstant(at, 'YYYY-MM-DD HH:mm:ss')

interface ValueProps {
  readonly json: string | null
  readonly names: Detail['names']
  readonly words: LogWords
}

function Value({ json, names, words }: ValueProps): ReactNode {
  if (json === null) return <Dash />
  return <span className="kp-log-value">{valueInWords(json, { words, names, instantInWords })}</span>
}
