export const managePath = '/application/teaching_center/instructorManage'
export const detailPath = (id: string, tab?: string) => `${managePath}/detail?id=${id}${tab ? `&tab=${tab}` : ''}`
