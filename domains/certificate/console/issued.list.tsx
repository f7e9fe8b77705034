import { ExportButton } from '@kaopei/jobs/parts'
import {
  CodeTag,
  filtersOf,
  formatDate,
  ListPage,
  type ListPageProps,
  RightButton,
  RowActions,
  ToneTag,
  useCall,
  whenShown,
} from '@kaopei/web'
import { call, saveUrl } from '@kaopei/web/client'
import type { TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { type CertificateRow, certificate, certificateFilter } from '../contract/certificate.ts'
import { certificateStanding } from '../contract/codes.ts'
import { refusal } from '../contract/refusal.ts'
import { rule } from '../contract/rule.ts'
import { template } from '../contract/template.ts'
import type { IssueDrawerProps } from './issue.drawer.tsx'
import type { DetailProps } from './issued.detail.tsx'
import { ReissueDialog, RevokeDialog } from './issued-dialogs.tsx'
import type { RefusalProps } from './refusal.drawer.tsx'
import './certificate.css'

const Detail = whenShown<DetailProps>(() => import('./issued.detail.tsx'), null)
const IssueDrawer = whenShown<IssueDrawerProps>(() => import('./issue.drawer.tsx'), null)
const ImportList = whenShown<{ onClose: () => void }>(() => import('./import-list.drawer.tsx'), null)
const Refusals = whenShown<RefusalProps>(() => import('./refusal.drawer.tsx'), null)

type Opened =
  | { readonly kind: 'detail' | 'reissue'; readonly row: CertificateRow }
  | { readonly kind: 'revoke'; readonly ids: readonly string[]; readonly onDone: () => void }
  | { readonly kind: 'issue' | 'import' | 'refusals' }

const columns = (open: (opened: Opened) => void): TableColumnsType<CertificateRow> => [
  { title: '证书编号', dataIndex: 'number', width: 140, ellipsis: true },
  { title: '持证人', dataIndex: 'holderName', width: 90, ellipsis: true },
  { title: '部门', dataIndex: 'department', width: 110, ellipsis: true, render: (name: string) => name || '-' },
  { title: '证书模板', dataIndex: 'templateName', width: 120, ellipsis: true },
  { title: '依据', dataIndex: 'source', width: 130, ellipsis: true, render: (name: string) => name || '-' },
  {
    title: '状态',
    dataIndex: 'standing',
    width: 80,
    render: (standing: number, { isProposed }) => (
      <>
        <CodeTag codes={certificateStanding} value={standing} />
        {isProposed && <ToneTag tone="warning">待处理</ToneTag>}
      </>
    ),
  },
  { title: '签发日期', dataIndex: 'issuedAt', width: 104, render: (at: string) => formatDate(at) },
  {
    title: '有效期至',
    dataIndex: 'validUntil',
    width: 104,
    render: (at: string | null) => (at === null ? '长期' : formatDate(at)),
  },
  { title: '操作', key: 'actions', width: 140, fixed: 'right', render: (_value, row) => <Actions row={row} open={open} /> },
]

function Actions({ row, open }: { readonly row: CertificateRow; readonly open: (opened: Opened) => void }): ReactNode {
  const isLiving = row.standing === certificateStanding.valid || row.standing === certificateStanding.expired
  return (
    <RowActions
      moreName={`${row.holderName}的更多操作`}
      actions={[
        {
          label: '详情',
          name: `${row.holderName}的证书详情`,
          right: certificate.detail,
          run: () => open({ kind: 'detail', row }),
        },
        {
          label: '下载',
          name: `下载${row.holderName}的证书`,
          right: certificate.pdf,
          run: async () => {
            const { url, name } = await call(certificate.pdf, { id: row.id })
            saveUrl(url, name)
          },
        },
        isLiving && {
          label: '换发',
          name: `换发${row.holderName}的证书`,
          right: certificate.reissue,
          isFolded: true,
          run: () => open({ kind: 'reissue', row }),
        },
        isLiving && {
          label: '撤销',
          name: `撤销${row.holderName}的证书`,
          right: certificate.revoke,
          isFolded: true,
          isDangerous: true,
          run: () => open({ kind: 'revoke', ids: [row.id], onDone: () => undefined }),
        },
      ]}
    />
  )
}

/** 已发证书 */
export default function IssuedPage(): ReactNode {
  const [opened, setOpened] = useState<Opened>()
  const { data: rules = [] } = useCall(rule.options)
  const { data: templates = [] } = useCall(template.options, { withStopped: true })
  const close = () => setOpened(undefined)
  const filters: ListPageProps<typeof certificate.list>['filters'] = filtersOf(certificate.list, [
    { name: 'keyWords', label: '关键字', kind: 'text', placeholder: '持证人或证书编号' },
    { name: 'ruleId', label: '签发规则', kind: 'select', options: rules.map(({ id, name }) => ({ value: id, label: name })) },
    {
      name: 'templateId',
      label: '证书模板',
      kind: 'select',
      options: templates.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: 'standing', label: '状态', kind: 'select', options: certificateStanding.options },
    { name: 'issued', label: '签发日期', kind: 'dateRange', range: ['issuedFrom', 'issuedTo'] },
  ])
  return (
    <>
      <ListPage
        title="已发证书"
        header={{ description: '每张证书都可以凭二维码或验证码公开验证；撤销和换发都留有记录。' }}
        endpoint={certificate.list}
        filters={filters}
        columns={columns(setOpened)}
        rowKey="id"
        toolbar={(list) => (
          <>
            <RightButton right={certificate.issue} type="primary" onClick={() => setOpened({ kind: 'issue' })}>
              签发证书
            </RightButton>
            <RightButton right={certificate.importFile} onClick={() => setOpened({ kind: 'import' })}>
              按名单签发
            </RightButton>
            <RefusalButton onOpen={() => setOpened({ kind: 'refusals' })} />
            <ExportButton
              right={certificate.print}
              title="打印文件"
              ask={(run) => run(certificate.print, certificateFilter.parse(list.input), { successText: '' })}
            />
            <ExportButton
              right={certificate.export}
              title="导出"
              ask={(run) => run(certificate.export, certificateFilter.parse(list.input), { successText: '' })}
            />
          </>
        )}
        batchActions={({ ids, clear }) => (
          <>
            <ExportButton
              right={certificate.print}
              title="打印选中"
              ask={(run) => run(certificate.print, { ids: [...ids] }, { successText: '' })}
            />
            <RightButton right={certificate.revoke} danger onClick={() => setOpened({ kind: 'revoke', ids, onDone: clear })}>
              批量撤销
            </RightButton>
          </>
        )}
        emptyText="还没有签发过证书"
      />
      {opened?.kind === 'detail' && <Detail id={opened.row.id} onClose={close} />}
      {opened?.kind === 'reissue' && <ReissueDialog row={opened.row} onClose={close} />}
      {opened?.kind === 'revoke' && <RevokeDialog ids={opened.ids} onDone={opened.onDone} onClose={close} />}
      {opened?.kind === 'issue' && <IssueDrawer onClose={close} />}
      {opened?.kind === 'import' && <ImportList onClose={close} />}
      {opened?.kind === 'refusals' && <Refusals onClose={close} />}
    </>
  )
}

function RefusalButton({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { data } = useCall(refusal.list, { pageIndex: 1, pageSize: 1 })
  return (
    <RightButton right={refusal.list} onClick={onOpen}>
      {data && data.totalCount > 0 ? `无法签发（${data.totalCount}）` : '无法签发'}
    </RightButton>
  )
}
