export const base = '/application/ote/certificateManage'
export const designerPath = `${base}/designer`
export const designerOf = (templateId: string) => `${designerPath}?id=${templateId}`
