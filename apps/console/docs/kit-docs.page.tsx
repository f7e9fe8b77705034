import { label } from '@kaopei/org/contract/post'
import {
  ArticlePreview,
  Bones,
  CodeViewer,
  confirmAction,
  confirmLeaving,
  DocumentViewer,
  EmptyState,
  ErrorState,
  ImportDrawer,
  LabelManager,
  ListFilters,
  MediaPlayer,
  PageHeader,
  RingChart,
  SpacedButton,
  StatisticsPanel,
  showNotice,
  toast,
  UploadField,
} from '@kaopei/web'
import type { UploadedFile } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { code, pages, report, reportGroups, tone } from './kit-docs-data.ts'
import { DocsPickers } from './kit-docs-pickers.tsx'

/** /docs/kit: every shared piece with its states. */
export default function KitDocsPage(): ReactNode {
  return (
    <>
      <PageHeader title="界面组件" description="开发版本可见：共用组件及其各种状态" />
      <Piece title="选择器">
        <DocsPickers />
      </Piece>
      <Piece title="抽屉">
        <Drawers />
      </Piece>
      <Piece title="提示与确认">
        <Messages />
      </Piece>
      <Piece title="按钮">
        <div className="kp-toolbar-buttons">
          <SpacedButton word="取消" />
          <SpacedButton word="确定" type="primary" />
          <SpacedButton word="提交中 ..." type="primary" loading />
          <Button danger>批量删除</Button>
          <Button disabled>不可用</Button>
        </div>
      </Piece>
      <Piece title="查询条件">
        <Filters />
      </Piece>
      <Piece title="加载、空、失败">
        <Bones rows={3} />
        <EmptyState action={<Button type="primary">新增</Button>} />
        <ErrorState error={new Error('x')} onRetry={() => toast.info('重试')} />
      </Piece>
      <Piece title="上传与预览">
        <Uploads />
      </Piece>
      <Piece title="文档">
        <DocumentViewer name="安全手册.pptx" pages={pages} />
        <DocumentViewer name="安全手册.docx" fileUrl="/files/none" />
      </Piece>
      <Piece title="文章">
        <ArticlePreview
          title="灭火器的正确使用"
          time="2026-11-01T08:30:00Z"
          contentList={[
            { id: '1', type: 1, fenmianImgPath: pages[0] ?? '', content: '<p>一提、二拔、三握、四压。</p>' },
            { id: '2', type: 2, content: '<p>检查压力表指针是否在绿区。</p>' },
          ]}
        />
      </Piece>
      <Piece title="音频与视频">
        <Media />
      </Piece>
      <Piece title="代码">
        <CodeViewer code={code} name="Python" />
        <CodeViewer code={code} name="Python" theme="dark" />
      </Piece>
      <Piece title="环形图">
        <RingChart
          title="成绩分布"
          unit="人"
          height={260}
          parts={[
            { name: '通过', value: 1860 },
            { name: '未通过', value: 320 },
            { name: '缺考', value: 45 },
          ]}
        />
        <RingChart title="没有数据" height={160} parts={[]} />
      </Piece>
      <StatisticsPanel
        title="统计"
        groups={reportGroups}
        conditions={[{ name: 'name', label: '名称', kind: 'text' }]}
        tabs={[
          { id: 'department', name: '按部门' },
          { id: 'staff', name: '按人员' },
        ]}
        sourceOf={() => report}
        rowKey="id"
        onExport={async () => toast.success('已开始导出')}
      />
    </>
  )
}

function Piece({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="kp-card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Drawers besides the pickers; the labels are the company's own labels of people. */
function Drawers(): ReactNode {
  const [opened, setOpened] = useState<'labels' | 'import'>()
  const close = () => setOpened(undefined)
  return (
    <div className="kp-toolbar-buttons">
      <Button onClick={() => setOpened('labels')}>标签管理</Button>
      <Button onClick={() => setOpened('import')}>批量导入</Button>
      <LabelManager
        open={opened === 'labels'}
        title="人员标签"
        onClose={close}
        list={label.list}
        create={label.save}
        update={label.update}
        remove={label.delete}
      />
      <ImportDrawer
        title="批量导入"
        open={opened === 'import'}
        onClose={close}
        importEndpoint={async () => {
          await wait(800)
          return { successCount: 12 }
        }}
      />
    </div>
  )
}

function Messages(): ReactNode {
  return (
    <div className="kp-toolbar-buttons">
      <Button onClick={() => toast.success('操作成功')}>成功</Button>
      <Button onClick={() => toast.error('操作失败')}>失败</Button>
      <Button onClick={() => toast.warning('您还没有选择！！')}>警告</Button>
      <Button onClick={() => void confirmLeaving()}>未保存</Button>
      <Button
        onClick={() => void confirmAction({ title: '删除部门', content: '删除后不可恢复，确定删除吗？', isDangerous: true })}
      >
        危险操作
      </Button>
      <Button onClick={() => showNotice('考试已结束')}>通知</Button>
    </div>
  )
}

function Filters(): ReactNode {
  const [value, setValue] = useState<Readonly<Record<string, string | readonly string[]>>>({})
  return (
    <ListFilters
      value={value}
      onChange={setValue}
      filters={[
        { name: 'name', label: '名称', kind: 'text' },
        { name: 'state', label: '状态', kind: 'select', options: [{ value: 1, label: '启用' }] },
        { name: 'time', label: '时间', kind: 'dateRange' },
        { name: 'tree', label: '分类', kind: 'tree', tree: [{ value: 'a', title: '安全' }] },
        { name: 'more', label: '更多', kind: 'text' },
      ]}
    />
  )
}

/** A document is stored like any other and shown where it can be: try a PDF. */
function Uploads(): ReactNode {
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const last = files.at(-1)
  return (
    <>
      <UploadField purpose="document" value={files} onChange={setFiles} replace hint="文档，最大 200M" />
      <UploadField purpose="image" text="不可用" disabled />
      {last && <DocumentViewer key={last.fileId} name={last.name} fileUrl={last.fileUrl} />}
    </>
  )
}

function Media(): ReactNode {
  const [url] = useState(tone)
  return (
    <>
      <MediaPlayer url={url} name="录音" kind="audio" startSeconds={1} />
      <MediaPlayer url="/files/none.mp4" name="放不了的视频" />
    </>
  )
}
