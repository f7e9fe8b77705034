import { dateTime, type PageProps, Pager, Show, useLoad } from '@kaopei/web/candidate'
import { call, saveBlob, saveUrl } from '@kaopei/web/client'
import { type ReactNode, useCallback, useState } from 'react'
import { certificateStanding } from '../contract/codes.ts'
import { type MyCertificate, myCertificate } from '../contract/mine.ts'
import { ownPortrait } from '../contract/own-portrait.ts'
import './certificates.css'
import { OwnPhoto } from './own-portrait.tsx'

const pageSize = 10
const loadPhoto = () => call(ownPortrait.get)

/** A holder's own certificates: what they are, whether they are valid, and the files to take along. */
export default function CertificatesPage(_props: PageProps): ReactNode {
  const [pageIndex, setPageIndex] = useState(1)
  const load = useCallback(() => call(myCertificate.list, { pageIndex, pageSize }), [pageIndex])
  const loaded = useLoad(load)
  const photo = useLoad(loadPhoto)
  return (
    <main className="page">
      <div className="page-title">
        <h1>我的证书</h1>
        <button
          type="button"
          className="plain"
          onClick={() => {
            loaded.reload()
            photo.reload()
          }}
          disabled={loaded.isLoading}
        >
          {loaded.isLoading ? '刷新中…' : '刷新'}
        </button>
      </div>
      <OwnPhoto loaded={photo} />
      <Show loaded={loaded}>
        {({ dataList, totalCount }) => (
          <>
            {dataList.length === 0 ? (
              <div className="empty">
                <p>暂无数据</p>
                <p className="note">考试合格、完成课程或培训后取得的证书会显示在这里。</p>
              </div>
            ) : (
              <ul className="certificate-cards">
                {dataList.map((one) => (
                  <Card key={one.id} one={one} />
                ))}
              </ul>
            )}
            <Pager pageIndex={pageIndex} pageCount={Math.ceil(totalCount / pageSize)} onChange={setPageIndex} />
          </>
        )}
      </Show>
    </main>
  )
}

const tones: Readonly<Record<number, string>> = {
  [certificateStanding.valid]: 'tag good',
  [certificateStanding.revoked]: 'tag bad',
  [certificateStanding.expired]: 'tag warn',
}

function Card({ one }: { readonly one: MyCertificate }): ReactNode {
  const { title, number, source, company, standing, issuedAt, validUntil, link } = one
  const isValid = standing === certificateStanding.valid
  return (
    <li className="certificate-card">
      <div className="certificate-head">
        <h2>{title}</h2>
        <span className={tones[standing] ?? 'tag'}>{certificateStanding.label(standing)}</span>
      </div>
      <dl>
        <Fact label="证书编号" value={number} />
        {source !== '' && <Fact label="依据" value={source} />}
        <Fact label="颁发单位" value={company} />
        <Fact label="签发时间" value={dateTime(issuedAt)} />
        <Fact label="有效期至" value={validUntil === null ? '长期有效' : dateTime(validUntil)} />
      </dl>
      <div className="certificate-acts">
        {standing !== certificateStanding.revoked && <SavePdf id={one.id} />}
        {isValid && <SaveBadge id={one.id} />}
        <a className="certificate-link" href={link} target="_blank" rel="noreferrer">
          验证页面
        </a>
      </div>
    </li>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function SavePdf({ id }: { readonly id: string }): ReactNode {
  const { isRunning, start } = useOnce(async () => {
    const { url, name } = await call(myCertificate.pdf, { id })
    saveUrl(url, name)
  })
  return (
    <button type="button" className="primary" disabled={isRunning} onClick={start}>
      {isRunning ? '生成中…' : '下载证书'}
    </button>
  )
}

/** Open Badges: a signed text that any verifier reads without us. */
function SaveBadge({ id }: { readonly id: string }): ReactNode {
  const { isRunning, start } = useOnce(async () => {
    const { credential, name } = await call(myCertificate.badge, { id })
    saveBlob(new Blob([credential], { type: 'application/jwt' }), name)
  })
  return (
    <button type="button" disabled={isRunning} onClick={start}>
      电子徽章
    </button>
  )
}

/** Refusals are shown by the call itself. */
function useOnce(work: () => Promise<void>) {
  const [isRunning, setRunning] = useState(false)
  const start = () => {
    setRunning(true)
    work()
      .catch(() => undefined)
      .finally(() => setRunning(false))
  }
  return { isRunning, start }
}
