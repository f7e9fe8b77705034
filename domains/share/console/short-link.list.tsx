import { PageHeader, useAddress, useMay } from '@kaopei/web'
import type { ReactNode } from 'react'
import { uploadLink } from '../contract/upload-link.ts'
import { LinkList } from './link-list.tsx'
import { UploadLinkList } from './upload-link-list.tsx'

const linkTab = { key: 'link', label: '短链接' }
const uploadTab = { key: 'upload', label: '上传链接' }

/** 短链接与分享: the links that lead into the product, and those by which people hand files in. */
export default function ShortLinkPage(): ReactNode {
  const [params, setParams] = useAddress()
  const mayUpload = useMay(uploadLink.list)
  const active = mayUpload && params.get('tab') === 'upload' ? 'upload' : 'link'
  const tabs = { items: mayUpload ? [linkTab, uploadTab] : [linkTab], active, onChange: (tab: string) => setParams({ tab }) }
  return (
    <>
      <PageHeader
        title="短链接与分享"
        description="短链接只能指向本系统的页面；上传链接供没有账号的人提交文件。两者都可随时停用。"
        tabs={tabs}
      />
      {active === 'link' ? <LinkList /> : <UploadLinkList />}
    </>
  )
}
