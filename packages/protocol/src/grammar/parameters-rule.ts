import { bodyParameters } from "../schema/body-parameters.js";
import { type TaughtParameter, taughtParameters } from "../teach/describe-schema.js";
import type { ToolDefinition } from "../tool-definition.js";
import type { ParameterForm } from "./call-form.js";
import { fill } from "./fill.js";
import { choice, type Expression, literal, optional, sequence } from "./gbnf.js";
import { type RawPlace, rawValue } from "./raw-value-rule.js";
import { schemaAlternatives } from "./schema-alternatives.js";

/** Where the parameters of a call are written. */
export interface ParametersPlace extends Omit<RawPlace, "solidEnds" | "tags"> {
  /** Names of all tools. */
  toolNames: readonly string[];
}

/**
 * The parameters of a tool where each has a mark of its own, in the order of the schema; those that are not required may
 * be left out. Where the schema is a union, one sequence a branch.
 */
export function parametersRule(
  form: ParameterForm,
  { name, parameters }: ToolDefinition,
  { toolNames, ...place }: ParametersPlace,
): Expression {
  const bodies = bodyParameters(parameters);
  const parameterNames = form.namedTags === undefined ? [] : Object.keys(parameters.properties ?? {});
  const toolTags = form.namedTags === "parameters-and-tools" ? toolNames : [];
  const tagsIn = (parameter: string, isBody: boolean) => [
    ...form.tags,
    ...parameterNames.filter((one) => !isBody || one === parameter),
    ...toolTags.filter((one) => !isBody || one === name),
  ];
  const sequences = schemaAlternatives(parameters).map((branch) =>
    sequence(
      ...taughtParameters(branch).map((parameter) => {
        const isBody = bodies.has(parameter.name);
        const solidEnds = (isBody ? form.bodyEnds : form.scalarEnds) === "layout";
        const template = isBody ? (form.body ?? form.scalar) : form.scalar;
        const written = parameterRule(template, parameter, {
          ...place,
          solidEnds,
          tags: tagsIn(parameter.name, isBody),
        });
        return parameter.required ? written : optional(written);
      }),
    ),
  );
  return choice(...sequences);
}

function parameterRule(template: string, { name, schema }: TaughtParameter, place: RawPlace): Expression {
  const { text, json } = rawValue(place, schema);
  const ways = [
    { values: text, isText: "true" },
    { values: json, isText: "false" },
  ].filter(({ values }) => values.length > 0);
  return choice(
    ...ways.map(({ values, isText }) =>
      fill(template, { PARAMETER: literal(name), VALUE: choice(...values), IS_TEXT: literal(isText) }),
    ),
  );
}
