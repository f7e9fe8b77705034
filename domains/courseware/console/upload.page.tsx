import { InboxOutlined } from '@ant-design/icons'
import { PageHeader, toast, useUnsavedGuard } from '@kaopei/web'
import { call, isApiError, uploadCalls, useSession } from '@kaopei/web/client'
import { Button, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { courseware } from '../contract/courseware.ts'
import { FactFields, OwnFacts } from './own-facts.drawer.tsx'
import { emptyFacts, type FileFacts, inputOf } from './upload-facts.ts'
import { type QueuedFile, useUploadQueue } from './upload-queue.ts'
import { UploadRows } from './upload-rows.tsx'
import './courseware.css'

const mostAtOnce = 100

/** 上传课件: many files at once; who made them is said for all of them, or for one apart. */
export default function UploadPage(): ReactNode {
  const navigate = useNavigate()
  const queue = useUploadQueue()
  const [facts, setFacts] = useState<FileFacts>(useOwnCredit())
  const [own, setOwn] = useState<ReadonlyMap<string, FileFacts>>(new Map())
  const [opened, setOpened] = useState<QueuedFile>()
  const [isSaving, setSaving] = useState(false)
  const { files } = queue
  useUnsavedGuard(() => files.length > 0 && !isSaving)
  const sent = files.filter(({ state }) => state === 'sent')
  const failedCount = files.filter(({ state }) => state === 'failed').length
  const isGoingUp = files.some(({ state }) => state === 'waiting' || state === 'sending')

  const save = async () => {
    const missing = sent.find((one) => (own.get(one.key) ?? facts).contributor.length === 0)
    if (missing) return void toast.warning('贡献人不能为空')
    const untitled = sent.find(({ title }) => title.trim() === '')
    if (untitled) return void toast.warning(`请填写“${untitled.file.name}”的标题`)
    setSaving(true)
    try {
      const batch = sent.slice(0, mostAtOnce)
      const coursewareList = batch.map((one) => inputOf(one, own.get(one.key) ?? facts))
      await call(courseware.saveBatch, { coursewareList }, { silent: true })
      toast.success(`已新增 ${batch.length} 个课件`)
      queue.saved(batch.map(({ key }) => key))
      if (batch.length === files.length) await navigate('/application/online/lessonManage')
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '保存失败，请稍后重试')
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <PageHeader title="上传课件" back={() => void navigate('/application/online/lessonManage')} />
      <section className="kp-card kp-ware-upload">
        <Upload.Dragger
          multiple
          accept={`${uploadCalls().accept('courseware')},.h5p`}
          showUploadList={false}
          beforeUpload={(file, all) => {
            if (file === all[0]) queue.add(all)
            return false
          }}
        >
          <InboxOutlined className="kp-ware-drop" />
          <p>点击选择或把文件拖到这里，可以一次选择多个文件</p>
          <p className="kp-hint">文档、图片、音频、视频和 SCORM 标准课件包（.zip）；中断后再次选择同一文件会从断点继续上传。</p>
        </Upload.Dragger>
        <UploadRows queue={queue} own={own} onOwn={setOpened} />
      </section>
      <section className="kp-card kp-ware-upload" aria-label="课件信息">
        <h2>课件信息</h2>
        <p className="kp-hint">用于上面所有未单独设置的课件。</p>
        <FactFields facts={facts} onChange={setFacts} />
      </section>
      <footer className="kp-card kp-page-foot kp-ware-footer">
        <span className="kp-hint" role="status">
          {files.length > 0 &&
            `共 ${files.length} 个文件，${sent.length} 个已上传${failedCount > 0 ? `，${failedCount} 个未上传` : ''}${isGoingUp ? '，其余上传中' : ''}`}
        </span>
        <Button onClick={() => void navigate('/application/online/lessonManage')}>取 消</Button>
        <Button type="primary" loading={isSaving} disabled={sent.length === 0} onClick={() => void save()}>
          {isGoingUp && sent.length > 0 ? `先保存已上传的 ${sent.length} 个` : '保 存'}
        </Button>
      </footer>
      {opened && (
        <OwnFacts
          file={opened}
          facts={own.get(opened.key) ?? facts}
          onClose={() => setOpened(undefined)}
          onChange={(next) => setOwn((before) => new Map(before).set(opened.key, next))}
        />
      )}
    </>
  )
}

/** Whoever uploads has contributed, until they say otherwise. */
function useOwnCredit(): FileFacts {
  const session = useSession()
  if (!session?.staffId || session.name === undefined) return emptyFacts
  return { ...emptyFacts, contributor: [{ staffId: session.staffId, name: session.name }] }
}
