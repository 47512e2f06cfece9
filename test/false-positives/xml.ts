import type { TextKind } from "./text-kind.js";

/** XML of all sorts without a fence: elements that are named like parameters, and those that speak of functions. */
export const XML: TextKind = {
  name: "XML",
  part(pick, tools) {
    const name = pick(["path", "content", "command", "result", "question", "options", "diff"]);
    const tool = pick(tools).name;
    return `${pick([
      `<?xml version="1.0" encoding="UTF-8"?>\n<project xmlns="urn:a">\n  <${name}>src/main</${name}>\n</project>`,
      `<${name}><![CDATA[a < b && "${tool}"]]></${name}>`,
      `<target name="build">\n  <exec executable="npm"><arg value="test"/></exec>\n</target>`,
      `<function name="${tool}" returns="int">\n  <parameters>\n    <parameter name="${name}"><type name="utf8"/></parameter>\n  </parameters>\n</function>`,
      `<tool name="${tool}">\n  <parameter name="${name}">src/main.ts</parameter>\n</tool>`,
      `<invoke name="book" partnerLink="flights" operation="bookFlight" inputVariable="${name}"/>`,
      `<wsdl:operation name="${tool}"><wsdl:input message="tns:${name}"/></wsdl:operation>`,
      `<tools>\n  <entry key="${tool}">${name}</entry>\n</tools>`,
      `<!-- <${name}> of ${tool} -->\n<a:${name} b:c='d > e'/>`,
      `<testcase name="${tool} reads"><system-out>{"name": "x"}</system-out></testcase>`,
      `<rss><channel><title>${name}</title><item><${name}>x</${name}></item></channel></rss>`,
    ])}\n`;
  },
};
